import type { BatchPackage } from '../../wasm/batch-package';
import { STORY, storyPath } from '../../core/content/story-paths';
import type { Problem } from '../../core/sim/protocol';
import type { Sections } from '../../core/state/sections.svelte';
import type { Workspace } from '../../core/state/workspace.svelte';
import { openLive } from '../../shared/shell/open-live';
import { pressed } from './control';
import type { Guess, Guesses } from './guesses.svelte';
import { type Act, actOf, type KeyState } from './keys';
import { type Story, problemsOf } from './open';
import type { Runs } from './runs.svelte';
import { wordsOf } from './words';
import { inLive } from './write';

/** The step of a story that is shown. */
export interface PlayedStep {
  readonly batch: Pick<BatchPackage, 'withValue'>;
  /** Name of the story in the address. */
  readonly name: string;
  readonly story: Story;
  /** Index of the step; that of the end is the number of steps. */
  readonly index: number;
  readonly guesses: Guesses;
}

/** What a player changes beside its own state. */
export interface Stage {
  readonly workspace: Workspace;
  readonly sections: Pick<Sections, 'moveTo' | 'hashOf' | 'goLive'>;
  readonly runs: Pick<Runs, 'start' | 'show'>;
  /** Moves the focus to the title of the step, once it is drawn. */
  readonly focusTitle: () => Promise<void>;
  readonly focusPen: () => void;
  readonly blacken: () => void;
}

const sentenceOf = (problems: readonly Problem[]): string =>
  problems.map(({ path, message }) => `${path} ${message}`).join(' ');

/** A story that is played: its step, the guess, the state that is tried, and the ways on, back and into Live. */
export class Player {
  readonly #shown: () => PlayedStep;
  readonly #stage: Stage;
  /** What the user tries at a step. */
  #tried = $state.raw<{ readonly step: object; readonly scenario: string }>();
  /** The last key chose an option. */
  #hasTyped = false;
  /** Why a state could not be shown. */
  refusal = $state('');

  constructor(stage: Stage, shown: () => PlayedStep) {
    this.#stage = stage;
    this.#shown = shown;
  }

  readonly document = $derived.by(() => this.#shown().story.document);
  readonly words = $derived.by(() => wordsOf(this.document.language));
  readonly #index = $derived.by(() => this.#shown().index);
  readonly isEnd = $derived.by(() => this.#index >= this.document.steps.length);
  readonly step = $derived.by(() => {
    const { steps } = this.document;
    return steps[Math.min(this.#index, steps.length - 1)];
  });
  readonly guess: Guess = $derived.by(() => {
    const { guesses, name, index } = this.#shown();
    return guesses.at(name, index);
  });
  /** The answer is shown. */
  readonly isShown = $derived.by(() => this.guess.isShown === true);
  readonly hasTried = $derived.by(() => this.#tried?.step === this.step);
  /** JSON of the state that is shown. */
  readonly scenario = $derived.by(() =>
    this.#tried?.step === this.step ? this.#tried.scenario : this.step.scenario,
  );
  /** What the forward button does; empty at the end. */
  readonly forwardText = $derived.by(() => {
    if (this.isEnd) return '';
    const { next, skip, reveal } = this.words;
    if (this.isShown) return next;
    return this.guess.choice === undefined && !this.guess.line ? skip : reveal;
  });

  /** Begins the shown step. */
  start(): void {
    const { story, index, name, guesses } = this.#shown();
    this.#tried = undefined;
    this.refusal = '';
    this.#stage.runs.start(story, index);
    guesses.goTo(name, index);
  }

  /** Changes the guess at the step. */
  set(change: Partial<Guess>): void {
    const { guesses, name, index } = this.#shown();
    guesses.set(name, index, { ...this.guess, ...change });
  }

  choose(choice: number): void {
    if (!this.isShown && choice < this.step.options.length) this.set({ choice });
  }

  /** Shows a step, or the end behind them. */
  async goTo(next: number): Promise<void> {
    const { length } = this.document.steps;
    if (next < 0 || next > length || next === this.#index) return;
    this.#stage.sections.moveTo(this.#pathOf(next));
    await this.#stage.focusTitle();
  }

  async forward(): Promise<void> {
    const { name, index, guesses } = this.#shown();
    if (this.isShown && index + 1 === this.document.steps.length) guesses.finish(name);
    if (this.isShown || this.isEnd) return this.goTo(index + 1);
    this.set({ isShown: true });
    await this.#stage.focusTitle();
  }

  async backward(): Promise<void> {
    if (!this.isShown) return this.goTo(this.#index - 1);
    this.set({ isShown: false });
  }

  /** Shows the first step of a story, without the guesses at it. */
  begin(story: string): void {
    this.#shown().guesses.clear(story);
    this.#stage.sections.moveTo(storyPath(story, 1));
  }

  /** Shows the state with another number, or with the value of the story; without it if it has it. */
  tries(value: number | undefined): void {
    const { step } = this;
    if (!step.attempt) return;
    try {
      const scenario =
        value === undefined
          ? pressed(step, this.scenario)
          : this.#shown().batch.withValue(step.scenario, step.attempt.path, JSON.stringify(value));
      this.refusal = '';
      this.#tried = { step, scenario };
      this.#stage.runs.show(scenario);
    } catch (error) {
      this.refusal = sentenceOf(problemsOf(error));
    }
  }

  /** Opens the state in Live, with a way back to this step. */
  async leave(): Promise<void> {
    const { workspace } = this.#stage;
    // Live replaces the component, whose derived values then end.
    const { views, queue, isLinear, inspect, guessAtS, window, title } = this.step;
    const [fromS, toS] = window;
    const atS = this.isShown || this.isEnd ? toS : Math.max(guessAtS, 0.001);
    const state = {
      ...(JSON.parse(this.scenario) as object),
      title: `${this.document.title}: ${title}`.slice(0, 120),
    };
    if (!(await this.#open(JSON.stringify(state), inspect ?? 0))) return;
    const { display, durationS } = workspace;
    display.views = views.map(inLive);
    display.queue = queue;
    display.scales = isLinear ? { 'queue-delay': 'linear' } : {};
    if (toS - fromS < durationS) display.fix({ fromS, toS }, durationS);
    else display.follow('all');
    // The run is as far as the reader has seen it.
    workspace.run.pause();
    workspace.run.goTo(atS);
    if (inspect !== null) display.toInspect = { lane: inspect };
  }

  /** Opens the challenge of the story in Live, with a way back to the end. */
  async tryChallenge(): Promise<void> {
    const { challenge } = this.document;
    if (challenge) await this.#open(challenge.scenario, 0);
  }

  /** Carries out what a key does. Returns whether it does something. */
  press(
    key: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
    isOnControl: KeyState['isOnControl'],
  ): boolean {
    const act = actOf(key, {
      isQuestion: !this.isShown && !this.isEnd,
      asksLine: this.step.options.length === 0,
      hasChoice: this.guess.choice !== undefined,
      hasTyped: this.#hasTyped,
      isOnControl,
    });
    this.#hasTyped = typeof act === 'object';
    if (act !== undefined) this.#carryOut(act);
    return act !== undefined;
  }

  #carryOut(act: Act): void {
    if (typeof act === 'object') this.choose(act.choose);
    else if (act === 'forward') void this.forward();
    else if (act === 'back') void this.backward();
    else if (act === 'first') void this.goTo(0);
    else if (act === 'end') void this.goTo(this.document.steps.length);
    else if (act === 'black') this.#stage.blacken();
    else if (act === 'draw') this.#stage.focusPen();
    else void this.leave();
  }

  /** Opens a scenario in Live. Returns whether it has no problems. */
  async #open(scenario: string, lane: number): Promise<boolean> {
    const { workspace, sections } = this.#stage;
    const back = { hash: sections.hashOf(STORY, this.#pathOf(this.#index)), label: 'the story' };
    const problems = await openLive(workspace, sections as Sections, scenario, lane, back);
    if (problems.length > 0) this.refusal = sentenceOf(problems);
    return problems.length === 0;
  }

  #pathOf(index: number): string {
    const { name } = this.#shown();
    return index >= this.document.steps.length ? `${name}/end` : storyPath(name, index + 1);
  }
}
