import { nextTick } from '../document/timeline';

/**
 * - `empty`: nothing is loaded, or the scenario was refused
 * - `busy`: a run or a revision is being computed up to its target; the plots and numbers of the former run stay
 *   visible
 * - `playing`, `paused`, `finished`
 * - `failed`: the simulator crashed twice on the same scenario
 */
export type Phase = 'empty' | 'busy' | 'playing' | 'paused' | 'finished' | 'failed';

/** A run that is being computed. */
export interface Goal {
  /** Target time of the computation, s. */
  readonly atS: number;
  /** Position of the playhead afterwards, s. */
  readonly headS: number;
  readonly play: boolean;
  /** Only the part after the first difference is computed. */
  readonly revises: boolean;
}

/** The run in simulated time, without its data. Every transition returns a new one. */
export interface RunState {
  readonly phase: Phase;
  /** The playhead: the visible time, s. */
  readonly nowS: number;
  /** The time up to which the visible run is computed, s; the playhead may be before it. */
  readonly doneS: number;
  /** Time at which a change made now takes effect, s. */
  readonly frontierS: number;
  /** The playhead is before the first packet, so a value set now is a start value. */
  readonly isAtStart: boolean;
  /** Progress while busy, 0 to 1. */
  readonly progress: number;
  /** Time of the last change that the engine received, s. */
  readonly changedS: number;
  /** The workers have a run. */
  readonly isLoaded: boolean;
  /** Target of the run that is being computed. */
  readonly goal?: Goal | undefined;
  /** The document has changed during a gentle revision. */
  readonly isStale: boolean;
  /** Target of the pending slice, s. */
  readonly requestedS?: number | undefined;
  /** Latest time of any lane and of any sent change, s; the next change comes after it. */
  readonly horizonS: number;
  /** The page is hidden. */
  readonly isHidden: boolean;
  /** The run goes on when the page is shown again. */
  readonly isHeld: boolean;
}

export const EMPTY: RunState = {
  phase: 'empty',
  nowS: 0,
  doneS: 0,
  frontierS: 0,
  isAtStart: true,
  progress: 0,
  changedS: -Infinity,
  isLoaded: false,
  isStale: false,
  horizonS: 0,
  isHidden: false,
  isHeld: false,
};

/** What the shell does after a transition, in order. */
export type Command =
  /** Sends the document to the workers: as a new run, or as a revision of the present one. */
  | { readonly do: 'load' | 'revise' }
  /** Lets the workers run to `atS` by themselves. A revision (`numbers`) ends with the headline numbers. */
  | { readonly do: 'compute'; readonly goal: Goal }
  /** Requests a slice. */
  | { readonly do: 'advance'; readonly toS: number }
  /** Requests the next slice of a playing run. `isBehind`: the last one ended before its target. */
  | { readonly do: 'pull'; readonly isBehind: boolean }
  /** The speed of the new run must be measured. */
  | { readonly do: 'measure' }
  /** Starts the clock of playing time, and the frames. */
  | { readonly do: 'play' }
  /** Calls back at the next frame. */
  | { readonly do: 'frame' }
  /**
   * Headline numbers: `want` asks for them with the next request, `expect` says that an answer is on its way, `done` that none
   * is, and `rest` requests the wanted ones of a run that does not play.
   */
  | { readonly do: 'numbers'; readonly how: 'want' | 'request' | 'expect' | 'done' | 'rest' }
  /** A new run has reached its target, so the numbers of the former one are no longer valid. */
  | { readonly do: 'dropNumbers'; readonly atS: number }
  /** The received samples become the visible ones. */
  | { readonly do: 'show' }
  /** Another document, so a failure of it is a first one. */
  | { readonly do: 'forgetFailures' }
  | { readonly do: 'tell'; readonly what: 'rested' | 'moved' | 'passed' };

/** A state, and the commands that lead there. */
export type Step = readonly [state: RunState, commands: readonly Command[]];

/** A state that one transition may still change, and its commands so far. */
export interface Draft {
  state: RunState;
  readonly commands: Command[];
}

/** Makes a pure transition: `edit` works on a draft of its own. */
export function transition(from: RunState, edit: (draft: Draft) => void): Step {
  const draft: Draft = { state: from, commands: [] };
  edit(draft);
  return [draft.state, draft.commands];
}

export const set = (draft: Draft, next: Partial<RunState>): void => {
  draft.state = { ...draft.state, ...next };
};

/** The computed time and the playhead, s, now or after the pending computation. */
export const placeOf = ({
  goal,
  doneS,
  nowS,
}: RunState): { readonly atS: number; readonly headS: number } =>
  goal ?? { atS: doneS, headS: nowS };

export const wantsToPlay = ({ phase, goal }: RunState): boolean =>
  phase === 'playing' || goal?.play === true;

/** Returns whether a change at `atS` concerns the computed part. */
export const isPast = ({ horizonS, goal, doneS }: RunState, atS: number): boolean =>
  atS <= Math.max(horizonS, goal?.atS ?? doneS);

/** Returns whether a playing run may request a slice, apart from the speed of the page. */
export const mayPull = ({ phase, goal, requestedS }: RunState): boolean =>
  phase === 'playing' && !goal && requestedS === undefined;

/** Sets the time at which a change takes effect with the playhead at `headS`. */
export function land(draft: Draft, headS: number, doneS: number): void {
  const s = headS < doneS ? headS : Math.max(doneS, draft.state.horizonS);
  set(draft, { frontierS: s === 0 ? 0 : nextTick(s), isAtStart: s === 0 });
  draft.commands.push({ do: 'tell', what: 'passed' });
}

export function request(draft: Draft, toS: number): void {
  set(draft, { requestedS: toS, horizonS: Math.max(draft.state.horizonS, toS) });
  const { goal, nowS, doneS } = draft.state;
  if (!goal) land(draft, nowS, doneS);
  draft.commands.push({ do: 'advance', toS });
}

/** Pauses at the horizon, which is a whole millisecond, so that a link can contain it. */
export function rest(draft: Draft): void {
  const { requestedS, doneS, horizonS } = draft.state;
  if (requestedS !== undefined) return;
  if (doneS < horizonS) return request(draft, horizonS);
  draft.commands.push({ do: 'numbers', how: 'request' }, { do: 'tell', what: 'rested' });
}

/** Plays, or waits until the page is shown. */
export function start(draft: Draft): void {
  if (draft.state.isHidden) return set(draft, { phase: 'paused', isHeld: true });
  set(draft, { phase: 'playing' });
  draft.commands.push({ do: 'play' });
}

/** Ends the run if the playhead is at its end. Returns whether it is. */
export function endIfOver(draft: Draft, durationS: number): boolean {
  if (draft.state.nowS < durationS) return false;
  set(draft, { phase: 'finished' });
  rest(draft);
  return true;
}
