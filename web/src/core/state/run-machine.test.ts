import { describe, expect, test } from 'vitest';
import * as computing from './run-computing';
import {
  type Command,
  EMPTY,
  isPast,
  mayPull,
  placeOf,
  type RunState,
  type Step,
  wantsToPlay,
} from './run-machine';
import * as playing from './run-playing';

const END_S = 60;

/** A run that is computed to 10 s and paused there. */
const PAUSED: RunState = {
  ...EMPTY,
  phase: 'paused',
  nowS: 10,
  doneS: 10,
  horizonS: 10,
  frontierS: 10.001,
  isAtStart: false,
  isLoaded: true,
};
const PLAYING: RunState = { ...PAUSED, phase: 'playing' };

/** The commands of a step by name, without those that only pass time on. */
const done = ([, commands]: Step): string[] =>
  commands.flatMap((command) =>
    command.do === 'numbers'
      ? `numbers ${command.how}`
      : command.do !== 'tell'
        ? command.do
        : command.what === 'passed'
          ? []
          : command.what,
  );
const find = <Do extends Command['do']>([, commands]: Step, which: Do): unknown =>
  commands.find((command) => command.do === which);

describe('the start of a run', () => {
  test('a run that plays is computed to its first sample, and then plays', () => {
    const load = computing.load(EMPTY, { atS: 0, headS: 0, play: true }, END_S);
    expect(load[0]).toMatchObject({ phase: 'busy', goal: { atS: 0.01, headS: 0.01, play: true } });
    expect(done(load)).toEqual(['forgetFailures', 'numbers done', 'measure', 'load', 'compute']);
    const accepted = computing.loaded(load[0], END_S);
    expect(done(accepted)).toEqual(['frame']);
    const arrived = computing.computed(accepted[0], 0.01, END_S);
    expect(arrived[0]).toMatchObject({ phase: 'playing', nowS: 0.01, doneS: 0.01, isLoaded: true });
    expect(arrived[0].goal).toBeUndefined();
    expect(done(arrived)).toEqual(['dropNumbers', 'show', 'play']);
  });

  test('a paused run at the start needs no samples', () => {
    const [busy] = computing.load(EMPTY, { atS: 0, headS: 0, play: false }, END_S);
    const [state] = computing.loaded(busy, END_S);
    expect(state).toMatchObject({ phase: 'paused', nowS: 0, isAtStart: true, frontierS: 0 });
  });

  test('a link to a later time shows nothing until the run is there, with the playhead before it', () => {
    const [busy] = computing.load(EMPTY, { atS: 20, headS: 5, play: false }, END_S);
    const [half] = computing.computed(computing.loaded(busy, END_S)[0], 10, END_S);
    expect(half).toMatchObject({ phase: 'busy', progress: 0.5, doneS: 0 });
    const [state] = computing.computed(half, 20, END_S);
    expect(state).toMatchObject({ phase: 'paused', nowS: 5, doneS: 20, frontierS: 5.001 });
  });

  test('a run to its end is finished', () => {
    const [busy] = computing.load(EMPTY, { atS: END_S, headS: END_S, play: true }, END_S);
    expect(computing.computed(busy, END_S, END_S)[0].phase).toBe('finished');
  });

  test('a refused document leaves nothing to play', () => {
    const [busy] = computing.load(EMPTY, { atS: 0, headS: 0, play: true }, END_S);
    const [state] = computing.rejected(busy);
    expect(state).toMatchObject({ phase: 'empty', isLoaded: false });
    expect(wantsToPlay(state)).toBe(false);
    expect(playing.play(state)[0]).toEqual(state);
  });
});

describe('play', () => {
  test('requests the next slice, and a change comes after it', () => {
    const step = playing.proceed(PLAYING, 10.02, END_S, false);
    expect(find(step, 'advance')).toEqual({ do: 'advance', toS: 10.02 });
    expect(step[0]).toMatchObject({ requestedS: 10.02, horizonS: 10.02, frontierS: 10.021 });
    expect(mayPull(step[0])).toBe(false);
    expect([isPast(step[0], 10.02), isPast(step[0], 10.021)]).toEqual([true, false]);
  });

  test('a slice that ends early is followed at once, and a change may come earlier again', () => {
    const [waiting] = playing.proceed(PLAYING, 10.02, END_S, false);
    const step = playing.sliceArrived(waiting, { nowS: 10.01, furthestS: 10.0123 }, END_S);
    expect(step[0]).toMatchObject({ nowS: 10.01, doneS: 10.01, horizonS: 10.013 });
    expect(find(step, 'pull')).toEqual({ do: 'pull', isBehind: true });
  });

  test('a sent change stays before later ones, also after a slice that ends early', () => {
    const [waiting] = playing.proceed(PLAYING, 10.02, END_S, false);
    const [told] = playing.changed(waiting, 10.021);
    const [state] = playing.sliceArrived(told, { nowS: 10.01, furthestS: 10.01 }, END_S);
    expect(state.frontierS).toBe(10.022);
  });

  test('a pause waits for the pending slice, goes on to the horizon, and rests', () => {
    const [waiting] = playing.proceed(PLAYING, 10.02, END_S, false);
    const paused = playing.pause(waiting);
    expect([paused[0].phase, done(paused)]).toEqual(['paused', []]);
    const early = playing.sliceArrived(paused[0], { nowS: 10.01, furthestS: 10.0123 }, END_S);
    expect(find(early, 'advance')).toEqual({ do: 'advance', toS: 10.013 });
    const there = playing.sliceArrived(early[0], { nowS: 10.013, furthestS: 10.013 }, END_S);
    expect(done(there)).toEqual(['show', 'numbers request', 'rested']);
  });

  test('the last slice finishes the run; a longer run goes on', () => {
    const near: RunState = { ...PLAYING, nowS: 59.99, doneS: 59.99, horizonS: 59.99 };
    const [waiting] = playing.proceed(near, END_S, END_S, false);
    const [state] = playing.sliceArrived(waiting, { nowS: END_S, furthestS: END_S }, END_S);
    expect(state.phase).toBe('finished');
    expect(playing.goOn(state)[0].phase).toBe('playing');
    expect(playing.goOn(PAUSED)[0]).toEqual(PAUSED);
  });

  test('a step pauses and adds one sample; in the past it moves the playhead', () => {
    expect(find(playing.step(PAUSED, END_S), 'advance')).toEqual({ do: 'advance', toS: 10.01 });
    const [past] = playing.step({ ...PAUSED, nowS: 4 }, END_S);
    expect([past.nowS, past.doneS]).toEqual([4.01, 10]);
  });

  test('a hidden page pauses, and goes on when it is shown, unless the user pauses meanwhile', () => {
    const [hidden] = playing.setHidden(PLAYING, true);
    expect(hidden).toMatchObject({ phase: 'paused', isHeld: true });
    expect(playing.setHidden(hidden, false)[0]).toMatchObject({ phase: 'playing', isHeld: false });
    const [paused] = playing.pause(hidden);
    expect(playing.setHidden(paused, false)[0].phase).toBe('paused');
  });

  test('a run that would start on a hidden page waits', () => {
    const [state] = playing.play({ ...PAUSED, isHidden: true });
    expect(state).toMatchObject({ phase: 'paused', isHeld: true });
  });
});

describe('scrubbing', () => {
  test('the playhead moves within the computed part, and a change takes effect there', () => {
    const step = playing.seek(PAUSED, 4, END_S);
    expect(step[0]).toMatchObject({ nowS: 4, doneS: 10, frontierS: 4.001 });
    expect(done(step)).toEqual(['numbers want', 'numbers request', 'moved']);
    expect(playing.seek(PAUSED, -3, END_S)[0]).toMatchObject({ nowS: 0, isAtStart: true });
    expect(playing.seek(PAUSED, 99, END_S)[0].nowS).toBe(10);
  });

  test('play goes through the computed part without the workers, at maximum speed in one step', () => {
    const past: RunState = { ...PLAYING, nowS: 4 };
    expect(find(playing.proceed(past, 4.02, END_S, false), 'advance')).toBeUndefined();
    expect(playing.proceed(past, 4.02, END_S, false)[0].nowS).toBe(4.02);
    expect(playing.proceed(past, 4.02, END_S, true)[0].nowS).toBe(10);
  });

  test('a finished run can be left and reached again', () => {
    const end: RunState = { ...PAUSED, phase: 'finished', nowS: END_S, doneS: END_S };
    const [before] = playing.seek(end, 20, END_S);
    expect(before.phase).toBe('paused');
    expect(playing.seek(before, END_S, END_S)[0].phase).toBe('finished');
  });

  test('a time that is not computed is computed first', () => {
    const step = computing.goTo(PAUSED, 30, END_S);
    expect(step[0]).toMatchObject({ phase: 'busy', goal: { atS: 30, headS: 30, revises: true } });
    expect(done(step)).toContain('revise');
    expect(computing.goTo(PAUSED, 3, END_S)[0]).toMatchObject({ phase: 'paused', nowS: 3 });
    expect(computing.goTo(PAUSED, 99, END_S)[0].goal?.atS).toBe(END_S);
  });

  test('a run can be computed to its end with the playhead where it is', () => {
    const step = computing.complete({ ...PLAYING, nowS: 4 }, END_S);
    expect(step[0].goal).toEqual({ atS: END_S, headS: 4, play: false, revises: true });
    expect(done(step)).toContain('revise');
    const end: RunState = { ...PAUSED, doneS: END_S };
    expect(computing.complete(end, END_S)).toEqual([end, []]);
    const start: RunState = { ...PAUSED, nowS: 0, doneS: 0, horizonS: 0 };
    expect(computing.complete(start, END_S)[0].goal).toMatchObject({ atS: END_S, headS: 0 });
    expect(computing.complete(EMPTY, END_S)).toEqual([EMPTY, []]);
  });

  test('nothing can be scrubbed while a new run is computed', () => {
    const [busy] = computing.load(PAUSED, { atS: 20, headS: 20, play: false }, END_S);
    expect(playing.seek(busy, 5, END_S)).toEqual([busy, []]);
  });
});

describe('edits of the past', () => {
  test('a revision is computed to the present time; the former run stays until then', () => {
    const step = computing.revise({ ...PLAYING, nowS: 4 }, false, END_S);
    expect(step[0]).toMatchObject({
      phase: 'busy',
      doneS: 10,
      goal: { atS: 10, headS: 4, play: true, revises: true },
    });
    expect(done(step)).toEqual([
      'forgetFailures',
      'numbers done',
      'measure',
      'revise',
      'numbers expect',
      'compute',
    ]);
    // All samples are there, and the numbers are not: plots and numbers change together.
    const [all] = computing.computed(step[0], 10, END_S);
    expect(all.phase).toBe('busy');
    const [state] = computing.numbersArrived(all, END_S);
    expect(state).toMatchObject({ phase: 'playing', nowS: 4, doneS: 10 });
  });

  test('a playhead at the front moves with the pending slice', () => {
    const [waiting] = playing.proceed(PLAYING, 10.02, END_S, false);
    expect(computing.revise(waiting, false, END_S)[0].goal).toMatchObject({
      atS: 10.02,
      headS: 10.02,
    });
  });

  test('a gentle revision is completed and shown before the next one begins', () => {
    const [busy] = computing.revise(PAUSED, true, END_S);
    const again = computing.revise(busy, true, END_S);
    expect([again[0].isStale, done(again)]).toEqual([true, []]);
    const next = computing.numbersArrived(again[0], END_S);
    expect(next[0]).toMatchObject({ phase: 'busy', isStale: false, doneS: 10 });
    expect(done(next)).toEqual([
      'numbers done',
      'show',
      'forgetFailures',
      'numbers done',
      'measure',
      'revise',
      'numbers expect',
      'compute',
      'numbers rest',
    ]);
  });

  test('an edit before the first packet, or of a failed run, computes a new run', () => {
    const start: RunState = { ...PAUSED, nowS: 0, doneS: 0, horizonS: 0 };
    for (const from of [start, { ...PAUSED, phase: 'failed' as const }]) {
      const [{ goal }] = computing.revise(from, false, END_S);
      expect(goal).toMatchObject({ atS: from.nowS, revises: false });
    }
  });

  test('play, pause and the playhead of a pending revision change its end', () => {
    const [busy] = computing.revise(PAUSED, false, END_S);
    const [plays] = playing.play(busy);
    expect(wantsToPlay(plays)).toBe(true);
    expect(wantsToPlay(playing.pause(plays)[0])).toBe(false);
    const [moved] = playing.seek(plays, 2, END_S);
    expect(placeOf(moved)).toMatchObject({ atS: 10, headS: 2 });
    expect(computing.numbersArrived(moved, END_S)[0]).toMatchObject({ phase: 'playing', nowS: 2 });
  });
});

describe('failure', () => {
  test('after a crash the run is replayed to where it was, and plays on', () => {
    const [waiting] = playing.proceed({ ...PLAYING, nowS: 10 }, 10.02, END_S, false);
    const step = computing.crashed(waiting, false);
    expect(step[0]).toMatchObject({
      phase: 'busy',
      requestedS: undefined,
      goal: { atS: 10, headS: 10, play: true, revises: false },
    });
    // The failure stays on record, so that a second one at the same place is found.
    expect(done(step)).toEqual(['numbers done', 'numbers done', 'measure', 'load', 'compute']);
    expect(computing.computed(step[0], 10, END_S)[0].phase).toBe('playing');
  });

  test('a crash during a revision replays to its target', () => {
    const [busy] = computing.revise({ ...PAUSED, nowS: 4 }, false, END_S);
    expect(computing.crashed(busy, false)[0].goal).toMatchObject({ atS: 10, headS: 4 });
  });

  test('a second crash at the same place ends the run; an edit starts it again', () => {
    const [state] = computing.crashed(PLAYING, true);
    expect(state).toMatchObject({ phase: 'failed', goal: undefined });
    expect(playing.play(state)[0].phase).toBe('failed');
    expect(playing.seek(state, 3, END_S)).toEqual([state, []]);
    expect(computing.revise(state, false, END_S)[0].phase).toBe('busy');
  });
});

test('a transition leaves its state as it was', () => {
  const from = Object.freeze({ ...PLAYING });
  playing.proceed(from, 10.02, END_S, false);
  computing.revise(from, false, END_S);
  expect(from).toEqual(PLAYING);
});
