import type { SceneTexts } from '../../shared/shell/scene';
import type { Guess } from './guesses.svelte';
import type { StoryDocument, StoryPiece } from './story.generated';
import { filled, type Words } from './words';

/** What a story shows. */
export interface Told {
  readonly document: StoryDocument;
  /** Index of the step; that of the end is the number of steps. */
  readonly index: number;
  readonly guess: Guess;
  /** Returns the number of a claim as text. */
  readonly number: (claim: number) => string;
  /** What the forward button does; empty if nothing follows. */
  readonly forward: string;
  readonly words: Words;
}

/** Returns the titles of all steps, and of the end behind them. */
export const titlesOf = ({ steps }: StoryDocument, words: Words): readonly string[] => [
  ...steps.map(({ title }) => title),
  words.end,
];

/** Returns what the window of notes repeats of a story. */
export function textsOf(told: Told): SceneTexts {
  const { document, index, guess, number, forward, words } = told;
  const { steps, title, point } = document;
  const plain = (paragraphs: readonly (readonly StoryPiece[])[]): string[] =>
    paragraphs.map((pieces) =>
      pieces.map(({ kind, text, claim }) => (kind === 'claim' ? number(claim) : text)).join(''),
    );
  const all = { title, steps: titlesOf(document, words), at: index, forward, back: words.back };
  const step = steps.at(index);
  if (!step || index >= steps.length)
    return {
      ...all,
      ...{ where: words.end, sees: 'the end', heading: words.end, notes: [], text: [point] },
      ...{ options: [], hands: [], next: ['The story ends here.'] },
    };
  const { attempt } = step;
  const toTry = attempt
    ? `To try: ${[attempt.title && `${attempt.title}.`, ...plain(attempt.text)].join(' ').trim()}`
    : undefined;
  const after = steps.at(index + 1);
  const next = !guess.isShown
    ? [step.answerTitle, ...plain(step.answer)]
    : index + 1 < steps.length && after
      ? [after.title, after.question]
      : [words.end, point];
  return {
    ...all,
    where: filled(words.step, { step: index + 1, steps: steps.length }),
    sees: guess.isShown ? 'the answer' : 'the question',
    heading: guess.isShown ? step.answerTitle : step.question,
    notes: plain(step.notes),
    text: guess.isShown ? [...plain(step.answer), ...(toTry ? [toTry] : [])] : plain(step.lead),
    options: step.options.map(({ text }) => plain([text])[0]),
    hands: guess.hands ?? [],
    next,
  };
}
