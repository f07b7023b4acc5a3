import { STEP_S } from '../sim/series';
import { tickFrom } from '../document/timeline';
import {
  endIfOver,
  land,
  request,
  rest,
  type RunState,
  set,
  start,
  type Step,
  transition,
} from './run-machine';

/** Transitions of a run that plays, pauses, or moves its playhead. `durationS` is the length of the scenario, s. */

export const play = (from: RunState): Step =>
  transition(from, (draft) => {
    const { goal, phase } = from;
    if (goal) set(draft, { goal: { ...goal, play: true } });
    else if (phase === 'paused') start(draft);
  });

export const pause = (from: RunState): Step =>
  transition(from, (draft) => {
    const { goal, phase } = from;
    set(draft, { isHeld: false });
    if (goal) set(draft, { goal: { ...goal, play: false } });
    else if (phase === 'playing') {
      set(draft, { phase: 'paused' });
      rest(draft);
    }
  });

/** The page was hidden or shown again. The run pauses while it is hidden, and then continues from the same time. */
export function setHidden(from: RunState, isHidden: boolean): Step {
  const next = { ...from, isHidden };
  if (isHidden && from.phase === 'playing') {
    const [state, commands] = pause(next);
    return [{ ...state, isHeld: true }, commands];
  }
  return !isHidden && from.isHeld ? play({ ...next, isHeld: false }) : [next, []];
}

/** Continues a finished run after its duration was extended. */
export const goOn = (from: RunState): Step =>
  transition(from, (draft) => {
    if (from.phase === 'finished') start(draft);
  });

/** Moves the playhead within the computed part. Play continues from there. */
export const seek = (from: RunState, s: number, durationS: number): Step =>
  transition(from, (draft) => {
    const { phase, goal } = from;
    if (phase === 'empty' || phase === 'failed' || (goal && !goal.revises)) return;
    const doneS = goal?.atS ?? from.doneS;
    const headS = s < doneS ? Math.max(0, tickFrom(s)) : doneS;
    set(draft, { nowS: Math.min(headS, from.doneS) });
    land(draft, headS, doneS);
    if (goal) {
      set(draft, { goal: { ...goal, headS } });
      // Pending numbers belong to another window.
      draft.commands.push({ do: 'numbers', how: 'want' });
    } else if (headS >= durationS) set(draft, { phase: 'finished' });
    else if (phase === 'finished') set(draft, { phase: 'paused' });
    else if (phase === 'playing') start(draft);
    const { phase: now } = draft.state;
    if (now !== 'playing') draft.commands.push({ do: 'numbers', how: 'want' });
    if (now === 'paused' || now === 'finished')
      draft.commands.push({ do: 'numbers', how: 'request' });
    draft.commands.push({ do: 'tell', what: 'moved' });
  });

/** Pauses, and makes one step. */
export function step(from: RunState, durationS: number): Step {
  const [paused, commands] = pause(from);
  if (paused.phase !== 'paused' || paused.requestedS !== undefined) return [paused, commands];
  const { nowS, doneS } = paused;
  const [state, more] =
    nowS < doneS
      ? seek(paused, nowS + STEP_S, durationS)
      : transition(paused, (draft) => request(draft, Math.min(tickFrom(nowS + STEP_S), durationS)));
  return [state, [...commands, ...more]];
}

/** Plays on to `toS`: through the computed part, or by a request. At maximum speed the computed part is skipped. */
export const proceed = (from: RunState, toS: number, durationS: number, isFastest: boolean): Step =>
  transition(from, (draft) => {
    const { nowS, doneS } = from;
    if (nowS >= doneS) return request(draft, toS);
    const headS = isFastest ? doneS : Math.min(toS, doneS);
    set(draft, { nowS: headS });
    land(draft, headS, doneS);
    endIfOver(draft, durationS);
  });

/** A change was sent to the engine. */
export const changed = (from: RunState, atS: number): Step => [{ ...from, changedS: atS }, []];

/** The requested slice has arrived: all lanes have reached `nowS`, one of them `furthestS`. */
export const sliceArrived = (
  from: RunState,
  slice: { readonly nowS: number; readonly furthestS: number },
  durationS: number,
): Step =>
  transition(from, (draft) => {
    const requestedS = from.requestedS ?? slice.nowS;
    // The target time was not reached, but a later change must not take effect before an earlier one.
    const horizonS = Math.min(Math.max(tickFrom(slice.furthestS), from.changedS), durationS);
    const nowS = from.nowS < from.doneS ? from.nowS : slice.nowS;
    set(draft, { requestedS: undefined, horizonS, doneS: slice.nowS, nowS });
    draft.commands.push({ do: 'show' });
    land(draft, nowS, slice.nowS);
    if (endIfOver(draft, durationS)) return;
    if (from.phase === 'playing')
      draft.commands.push({ do: 'pull', isBehind: slice.nowS < requestedS });
    else rest(draft);
  });
