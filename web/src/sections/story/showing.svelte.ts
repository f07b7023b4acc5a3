import { groupNames } from '../../core/content/traffic';
import { otherLanes, showsAsked } from './asked';
import { type DrawnError, DRAWN_COLUMNS, errorOf } from './drawing';
import type { Guess } from './guesses.svelte';
import { areEqualUntil, faceOf, isOfGroups, pointsOf } from './plot';
import type { Ran, Runs } from './runs.svelte';
import { groupLines, hiddenLanes, namedLanes, type ShownLane, withMarks } from './shown';
import type { StoryAsked, StoryStep } from './story.generated';
import { filled, nameIn, unitIn, type Words } from './words';

/** How a number is written. */
type Format = Pick<StoryAsked, 'unit' | 'isWhole'>;

/** What the pictures of a step depend on. */
export interface Present {
  readonly step: StoryStep;
  readonly guess: Guess;
  readonly words: Words;
  /** Returns a number as text, with its unit. */
  readonly text: (value: number, format: Format) => string;
}

/** What the plots and cards of a step show: its run, as far as it may be seen. */
export class Showing {
  readonly runs: Runs;
  readonly #now: () => Present;

  constructor(runs: Runs, now: () => Present) {
    this.runs = runs;
    this.#now = now;
  }

  readonly step = $derived.by(() => this.#now().step);
  readonly asked = $derived(this.step.asked);
  readonly isShown = $derived.by(() => this.#now().guess.isShown === true);
  /** Names, and marks, would tell the disciplines apart before the guess. */
  readonly isNamed = $derived(this.isShown || this.step.isNamed);
  readonly hiddenFromS = $derived(this.isShown ? undefined : this.step.guessAtS);
  readonly lanes = $derived.by(() => (this.runs.ran ? this.lanesOf(this.runs.ran) : []));

  /** Returns the number of a claim as text. */
  readonly number = (claim: number): string => {
    const value = this.runs.numbers?.[claim];
    return value === undefined ? '…' : this.#now().text(value, this.step.claims[claim]);
  };

  /** Returns the lanes of a run, with the answer those with the number that was asked for. */
  lanesOf({ scenario, lanes, asked: values }: Ran): readonly ShownLane[] {
    const { step, asked, isShown } = this;
    const { words, text } = this.#now();
    if (!this.isNamed) return hiddenLanes(lanes, words);
    const named = namedLanes(scenario, lanes, isShown ? step.window[1] : step.guessAtS);
    if (!isShown || !asked) return named;
    return named.map((lane, i) => ({ ...lane, asked: text(values[i], asked) }));
  }

  /** The other runs that the answer compares with its own; not while the reader tries something. */
  readonly others = $derived.by(() => {
    const { isShown, asked, runs, lanes } = this;
    if (!isShown || !asked || !runs.ran || runs.ran !== runs.own) return [];
    const numbers = asked.others.map(({ claim }) => this.number(claim));
    return otherLanes(asked.others, runs.others, numbers, lanes, this.#now().words);
  });

  /** The run of the step, while the reader tries another one. */
  readonly former = $derived.by(() => {
    const { ran, own } = this.runs;
    return this.isShown && ran && own && ran !== own ? own : undefined;
  });

  /** A name for all lanes that are equal so far. */
  readonly common = $derived.by(() => {
    const { step, isShown, lanes } = this;
    const { ran } = this.runs;
    if (!ran || isShown || lanes.length < 2 || step.guessAtS === 0) return undefined;
    if (!areEqualUntil(ran.lanes, step.guessAtS)) return undefined;
    const { words } = this.#now();
    const numbers = lanes.map((_, lane) => lane + 1).join(` ${words.and} `);
    return filled(words.soFar, { lanes: numbers });
  });

  /** Returns whether a view shows the number that was asked for. */
  readonly isAskedIn = (view: string): boolean =>
    this.asked !== null &&
    showsAsked(view, this.asked, this.runs.ran?.scenario.traffic.length ?? 0);

  /** What was asked for, with the name of its traffic group. */
  readonly askedText = $derived.by(() => {
    const { asked } = this;
    if (!asked) return undefined;
    const names = groupNames(this.runs.ran?.scenario.traffic ?? []);
    const group = asked.group === null ? undefined : names[asked.group];
    const what = nameIn(asked.what, this.#now().words);
    return { ...asked, what: group === undefined ? what : `${what}, ${group}` };
  });

  /** Returns the lines of each plot of a view: one plot, or one for each lane with its traffic groups. */
  linesOf(view: string): readonly (readonly ShownLane[])[] {
    const { ran } = this.runs;
    if (!ran) return [];
    const isApart = isOfGroups(view);
    return this.#lines(view, ran, isApart ? this.lanes : [...this.lanes, ...this.others]);
  }
  /** Returns the same lines of the run before the reader tried something; none if nothing is tried. */
  formerOf(view: string): readonly (readonly ShownLane[])[] {
    return this.former ? this.#lines(view, this.former, this.lanesOf(this.former)) : [];
  }
  #lines(
    view: string,
    { scenario, groups }: Ran,
    lanes: readonly ShownLane[],
  ): readonly (readonly ShownLane[])[] {
    if (view === 'drops-and-marks')
      return [this.isNamed ? withMarks(lanes, this.#now().words) : lanes];
    if (!isOfGroups(view)) return [lanes];
    const names = groupNames(scenario.traffic);
    return lanes.map((lane, index) => groupLines(lane, names, groups[index] ?? [], view));
  }

  /** The span of the numbers of the lanes: before the guess, the time that may be seen. */
  readonly span = $derived.by((): readonly [number, number] | undefined => {
    const { step } = this;
    if (this.isShown) return step.numbers;
    const from = Math.max(step.window[0], step.guessAtS - 5);
    return step.guessAtS > from ? [from, step.guessAtS] : undefined;
  });

  /** How far the drawn line is from the run of the lane that was asked for, else of each lane, with the answer. */
  readonly errors = $derived.by((): readonly DrawnError[] => {
    const { step, asked, lanes, isShown } = this;
    const { line } = this.#now().guess;
    const [view] = step.views;
    if (!isShown || !line || isOfGroups(view)) return [];
    return lanes.flatMap(({ label, run }, lane) => {
      if (asked && lane !== asked.lane) return [];
      const error = errorOf(line, pointsOf(run, view, step.window, DRAWN_COLUMNS));
      const unit = unitIn(faceOf(view).unit, this.#now().words);
      return error === undefined ? [] : [{ label: lanes.length > 1 ? label : '', error, unit }];
    });
  });
}
