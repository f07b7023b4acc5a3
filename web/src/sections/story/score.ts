import type { Guess } from './guesses.svelte';
import type { StoryStep } from './story.generated';

/** How a story was guessed. Drawn lines are neither right nor wrong. */
export interface Score {
  /** Number of questions with options. */
  readonly asked: number;
  readonly guessed: number;
  readonly right: number;
}

/** Returns whether the guess at a step is right; undefined without a guess among options. */
export const isRight = (
  { options }: Pick<StoryStep, 'options'>,
  { choice }: Guess,
): boolean | undefined => (choice === undefined ? undefined : options[choice]?.isRight);

export function scoreOf(
  steps: readonly Pick<StoryStep, 'options'>[],
  guessAt: (index: number) => Guess,
): Score {
  const results = steps.map((step, i) => isRight(step, guessAt(i)));
  return {
    asked: steps.filter(({ options }) => options.length > 0).length,
    guessed: results.filter((right) => right !== undefined).length,
    right: results.filter(Boolean).length,
  };
}
