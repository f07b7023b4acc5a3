import { STEP_S } from '../sim/series';
import { tickFrom } from '../document/timeline';
import {
  type Draft,
  type Goal,
  land,
  placeOf,
  rest,
  type RunState,
  set,
  start,
  type Step,
  transition,
  wantsToPlay,
} from './run-machine';
import { pause, seek } from './run-playing';

/** Transitions of a run that is computed up to a target: at its start, after edits of the past, and after a failure. */

/** Sends the document, and the workers to the goal, without waiting for an answer. */
function aspire(draft: Draft, goal: Goal): void {
  set(draft, {
    goal,
    isStale: false,
    requestedS: undefined,
    changedS: -Infinity,
    phase: 'busy',
    progress: 0,
  });
  draft.commands.push({ do: 'numbers', how: 'done' }, { do: 'measure' });
  land(draft, goal.headS, goal.atS);
  draft.commands.push({ do: goal.revises ? 'revise' : 'load' });
  if (goal.atS === 0) return;
  set(draft, { horizonS: Math.max(draft.state.horizonS, goal.atS) });
  if (goal.revises) draft.commands.push({ do: 'numbers', how: 'expect' });
  draft.commands.push({ do: 'compute', goal });
}

function loadTo(draft: Draft, atS: number, headS: number, play: boolean): void {
  set(draft, { horizonS: 0 });
  aspire(draft, { atS: tickFrom(atS), headS: tickFrom(headS), play, revises: false });
}

/** Computes the document from zero to `atS`, then shows it with the playhead at `headS`. */
export const load = (
  from: RunState,
  { atS, headS, play }: Omit<Goal, 'revises'>,
  durationS: number,
): Step =>
  transition(from, (draft) => {
    draft.commands.push({ do: 'forgetFailures' });
    // A run from the start is first shown with its first sample.
    const toS = play && atS === 0 ? Math.min(STEP_S, durationS) : atS;
    loadTo(draft, toS, Math.min(toS, headS === atS ? toS : headS), play);
  });

/** Computes the document up to `atS`, from the first difference or the end of the run on. */
const continueTo = (from: RunState, atS: number, headS: number): Step =>
  transition(from, (draft) => {
    draft.commands.push({ do: 'forgetFailures' });
    aspire(draft, { atS, headS, play: wantsToPlay(from), revises: true });
  });

/**
 * Computes the changed document up to the run's present time, from the first difference on. `gently`: a revision that
 * is under way is first finished and shown, so that the plots follow a slider that moves.
 */
export function revise(from: RunState, gently: boolean, durationS: number): Step {
  if (gently && from.goal?.revises) return [{ ...from, isStale: true }, []];
  const { atS, headS } = placeOf(from);
  // There is no run to revise.
  if (!from.isLoaded || from.phase === 'failed' || atS === 0)
    return load(from, { atS: headS, headS, play: wantsToPlay(from) }, durationS);
  const front = Math.max(atS, from.horizonS);
  // A playhead at the front moves with it.
  return continueTo(from, front, headS < atS ? headS : front);
}

/** Moves the playhead to any time of the run. A time that the run has not reached is computed first. */
export function goTo(from: RunState, s: number, durationS: number): Step {
  const { phase, goal } = from;
  const { atS } = placeOf(from);
  const toS = Math.min(s, durationS);
  if (toS <= atS || phase === 'empty' || phase === 'failed') return seek(from, toS, durationS);
  if (atS === 0 || (goal && !goal.revises))
    return load(from, { atS: toS, headS: toS, play: wantsToPlay(from) }, durationS);
  return continueTo(from, Math.max(toS, from.horizonS), toS);
}

/** Computes the run to its end. The playhead stays, paused. */
export function complete(from: RunState, durationS: number): Step {
  const { phase, goal } = from;
  const [paused, commands] = pause(from);
  const { atS, headS } = placeOf(paused);
  if (atS >= durationS || phase === 'empty' || phase === 'failed') return [paused, commands];
  const [state, more] =
    atS === 0 || (goal && !goal.revises)
      ? load(paused, { atS: durationS, headS, play: false }, durationS)
      : continueTo(paused, durationS, headS);
  return [state, [...commands, ...more]];
}

/** The workers have accepted the document. */
export const loaded = (from: RunState, durationS: number): Step =>
  transition(from, (draft) => {
    set(draft, { isLoaded: true });
    if (!from.goal) return;
    if (from.goal.atS > 0) draft.commands.push({ do: 'frame' });
    else arrive(draft, from.goal, durationS);
  });

/** The workers refused the document. */
export const rejected = (from: RunState): Step =>
  transition(from, (draft) => {
    set(draft, { goal: undefined, requestedS: undefined, isLoaded: false, phase: 'empty' });
    draft.commands.push({ do: 'numbers', how: 'done' });
  });

/** The workers have computed the run up to `nowS`. */
export const computed = (from: RunState, nowS: number, durationS: number): Step =>
  transition(from, (draft) => {
    const { goal } = from;
    if (!goal) return;
    set(draft, { progress: Math.min(1, nowS / goal.atS) });
    // Plots and numbers change together: those of a revision come next.
    if (nowS >= goal.atS && !goal.revises) arrive(draft, goal, durationS);
  });

/** The headline numbers have arrived. Those of a revision are its last message. */
export const numbersArrived = (from: RunState, durationS: number): Step =>
  transition(from, (draft) => {
    draft.commands.push({ do: 'numbers', how: 'done' });
    if (from.goal) arrive(draft, from.goal, durationS);
    draft.commands.push({ do: 'numbers', how: 'rest' });
  });

/** The computation has reached its target: its run becomes the visible one. */
function arrive(draft: Draft, goal: Goal, durationS: number): void {
  const visible = { doneS: goal.atS, nowS: goal.headS };
  if (draft.state.isStale) {
    set(draft, visible);
    draft.commands.push({ do: 'show' });
    const [state, commands] = revise(draft.state, false, durationS);
    draft.state = state;
    draft.commands.push(...commands);
    return;
  }
  set(draft, { goal: undefined });
  if (!goal.revises) draft.commands.push({ do: 'dropNumbers', atS: goal.atS });
  set(draft, visible);
  draft.commands.push({ do: 'show' });
  land(draft, goal.headS, goal.atS);
  set(draft, { phase: goal.headS >= durationS ? 'finished' : 'paused' });
  if (goal.play && draft.state.phase === 'paused') start(draft);
  else if (goal.revises) draft.commands.push({ do: 'tell', what: 'rested' });
  else rest(draft);
}

/** The simulator crashed; `again`: for the second time at the same place, so the run has stopped. */
export const crashed = (from: RunState, again: boolean): Step =>
  transition(from, (draft) => {
    const { atS, headS } = placeOf(from);
    set(draft, { requestedS: undefined });
    draft.commands.push({ do: 'numbers', how: 'done' });
    if (again) set(draft, { goal: undefined, phase: 'failed' });
    else loadTo(draft, atS, headS, wantsToPlay(from));
  });
