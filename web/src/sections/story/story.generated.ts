// Made from the tables in the crates by `cargo run -p aqm-cli -- generate`; do not edit.

/** A story. */
export interface StoryDocument {
  /** Title. */
  readonly title: string;
  /** For whom it is. */
  readonly audience: string;
  /** Its point in one sentence. */
  readonly point: string;
  /** Where the experiment or the idea comes from; may be empty. */
  readonly source: string;
  /** Language of the texts (BCP 47). */
  readonly language: string;
  /** The challenge that follows it. */
  readonly challenge: StoryChallenge | null;
  /** The steps in order. */
  readonly steps: readonly StoryStep[];
}

/** A challenge that follows a story. */
export interface StoryChallenge {
  /** Title. */
  readonly title: string;
  /** JSON of the scenario. */
  readonly scenario: string;
}

/** A step of a story. */
export interface StoryStep {
  /** Title. */
  readonly title: string;
  /** JSON of the scenario. */
  readonly scenario: string;
  /** Ids of the plots, the large one first. */
  readonly views: readonly string[];
  /** Visible time, s. */
  readonly window: readonly [number, number];
  /** Time from which the plots are hidden until there is a guess, s. */
  readonly guessAtS: number;
  /** The time that the numbers of the lanes describe, s: with the answer. */
  readonly numbers: readonly [number, number];
  /** The lanes have their names and colours before the guess. */
  readonly isNamed: boolean;
  /** The axis of the large plot is linear. */
  readonly isLinear: boolean;
  /** Index of the lane whose inside is open when the state is opened. */
  readonly inspect: number | null;
  /** The queue view is open when the state is opened. */
  readonly queue: boolean;
  /** One or two sentences. */
  readonly lead: readonly (readonly StoryPiece[])[];
  /** The question. */
  readonly question: string;
  /** The options; none if a line is drawn. */
  readonly options: readonly StoryOption[];
  /** Title of the answer. */
  readonly answerTitle: string;
  /** The answer. */
  readonly answer: readonly (readonly StoryPiece[])[];
  /** What to try afterwards. */
  readonly attempt: StoryAttempt | null;
  /** What only the lecturer sees, in the window of notes. */
  readonly notes: readonly (readonly StoryPiece[])[];
  /** The numbers of all texts. */
  readonly claims: readonly StoryClaim[];
  /** The number that is asked for; null if nothing is measured. */
  readonly asked: StoryAsked | null;
}

/** A part of a paragraph. */
export interface StoryPiece {
  /** What it is. */
  readonly kind: 'text' | 'strong' | 'emphasis' | 'code' | 'link' | 'claim';
  /** The text; empty for a claim. */
  readonly text: string;
  /** Address of a link. */
  readonly href: string;
  /** Index of the claim. */
  readonly claim: number;
}

/** An option of a guess. */
export interface StoryOption {
  /** The option. */
  readonly text: readonly StoryPiece[];
  /** Why it tempts, or why it is right. */
  readonly why: readonly StoryPiece[];
  /** It is the right one. */
  readonly isRight: boolean;
  /** Index of the number that is shown beside it with the answer. */
  readonly claim: number | null;
}

/** Something to try. */
export interface StoryAttempt {
  /** Title; may be empty. */
  readonly title: string;
  /** What to do, and what happens then. */
  readonly text: readonly (readonly StoryPiece[])[];
  /** Path of the field to change: `link.buffer.packets`; empty without one. */
  readonly path: string;
  /** JSON of the value to try. */
  readonly value: string;
  /** JSON of the state with this value: the numbers of the text are about it. Empty without a control. */
  readonly scenario: string;
}

/** A number that is computed from the run. */
export interface StoryClaim {
  /** What stands between the braces. */
  readonly source: string;
  /** Unit behind the number; may be empty. */
  readonly unit: string;
  /** It is a count. */
  readonly isWhole: boolean;
}

/** The number that a step asks for, of every lane. */
export interface StoryAsked {
  /** The measure in words: "mean delay". */
  readonly what: string;
  /** Name of the measure within its scope: "queueDelayMs.mean". */
  readonly measure: string;
  /** Section of docs/metrics.md that defines it. */
  readonly section: string;
  /** Index of the traffic group that is measured. */
  readonly group: number | null;
  /** The measured time, s. */
  readonly span: readonly [number, number];
  /** Index of the lane that the question is about. */
  readonly lane: number;
  /** Unit behind the number; may be empty. */
  readonly unit: string;
  /** It is a count. */
  readonly isWhole: boolean;
  /** The same number in other runs. */
  readonly others: readonly StoryOther[];
}

/** Another run that a step compares with its state. */
export interface StoryOther {
  /** Index of its number among the claims. */
  readonly claim: number;
  /** Index of the lane. */
  readonly lane: number;
  /** JSON of the scenario. */
  readonly scenario: string;
  /** What differs from the state. */
  readonly changes: readonly StoryChange[];
}

/** A field of a scenario with another value. */
export interface StoryChange {
  /** Path of the field: `link.buffer.packets`. */
  readonly path: string;
  /** JSON of the value. */
  readonly value: string;
}
