/** What the screen shows, as the notes window repeats it. All texts are plain. */
export interface SceneTexts {
  /** Title of the story or of the scenario. */
  readonly title: string;
  /** Where in it: "step 3 of 5", "12 s of 60 s". */
  readonly where: string;
  /** What the hall sees: "the question", "the answer". */
  readonly sees: string;
  readonly heading: string;
  /** What only the lecturer sees; none without notes. */
  readonly notes: readonly string[];
  /** The text of the step, or of the scenario. */
  readonly text: readonly string[];
  /** The options of a guess; none without one. */
  readonly options: readonly string[];
  /** Hands for each option. */
  readonly hands: readonly number[];
  /** What comes next: a title, and its text. */
  readonly next: readonly string[];
  /** Titles of all steps, and of the end behind them; none in Live. */
  readonly steps: readonly string[];
  /** Index of the present step. */
  readonly at: number;
  /** What the key PageDown does: "Show what happens"; empty if nothing. */
  readonly forward: string;
  /** What the key PageUp does: "Back". */
  readonly back: string;
}

/** A scene with what it can do. */
export interface Scene extends SceneTexts {
  goForward(): void;
  goBack(): void;
  /** Goes to a step by its index. */
  goTo(step: number): void;
  /** Replaces the hands of all options. */
  setHands(hands: readonly number[]): void;
}
