import { expect, test } from 'vitest';
import { Display } from '../../core/state/display.svelte';
import { Film, MOST_LANES, type RunOfFilm } from './film.svelte';
import type { Recorder } from './recorder';
import { record } from './testing/record';

/** A film of six lanes, and the lanes that it has asked for. */
function sixLanes(queueLanes?: readonly number[]): { film: Film; asked: number[] } {
  const asked: number[] = [];
  const run = {
    nowS: 1,
    doneS: 5,
    phase: 'paused',
    speed: 0.01,
    lanes: [],
  } as unknown as RunOfFilm;
  const recorder = {
    record: (lane: number, fromS: number, toS: number) => {
      asked.push(lane);
      return Promise.resolve(record([], { lane, fromS, toS }));
    },
  } as unknown as Recorder;
  const display = new Display();
  display.queueLanes = queueLanes;
  const film = new Film(
    {
      ...{ run, document: () => '', traffic: () => [], lanes: () => 6 },
      display,
      ...{ hops: () => 1, durationS: () => 5 },
    },
    recorder,
  );
  return { film, asked };
}

test('of six lanes three are in the picture, and only these are simulated', async () => {
  const { film, asked } = sixLanes();
  film.frame(0);
  await Promise.resolve();
  expect(film.shown).toEqual([0, 1, 2]);
  expect(asked).toEqual([0, 1, 2]);
  expect(film.recordings.map((one) => one !== undefined)).toEqual([
    ...[true, true, true, false, false, false],
  ]);
});

test('another lane takes the place of the one that was chosen first', async () => {
  const { film, asked } = sixLanes();
  film.frame(0);
  film.toggle(5);
  await Promise.resolve();
  expect(film.shown).toEqual([1, 2, 5]);
  expect(asked.slice(MOST_LANES)).toEqual([5]);
  film.toggle(0);
  expect(film.shown).toEqual([0, 2, 5]);
  expect(film.recordings[1]).toBeUndefined();
});

test('without the lane with the long queue, the others get its room', async () => {
  const { film } = sixLanes();
  film.frame(0);
  await Promise.resolve();
  const wait = (ms: number, lane: number) =>
    record([{ arrived: 1000 - ms, left: 1000, delivered: 1010 }], { lane, fromS: 0, toS: 2 });
  film.recordings = [wait(800, 0), wait(9, 1), wait(7, 2)];
  film.toggle(0);
  expect(film.room?.waitMs).toEqual([10]);
});

test('the lanes of a link are in the picture, and lanes that do not exist are left out', () => {
  expect(sixLanes([4, 1]).film.shown).toEqual([1, 4]);
  expect(sixLanes([9, 2]).film.shown).toEqual([2]);
  expect(sixLanes([9]).film.shown).toEqual([0, 1, 2]);
});

test('a lane can be taken away, but not the last one', () => {
  const { film } = sixLanes();
  for (const lane of [0, 1, 2]) film.toggle(lane);
  expect(film.shown).toEqual([2]);
  film.toggle(4);
  expect(film.shown).toEqual([2, 4]);
});
