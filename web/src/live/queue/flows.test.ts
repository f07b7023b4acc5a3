import { expect, test } from 'vitest';
import type { Traffic } from '../../core/document/scenario';
import { bandsOf } from './bands';
import { firstWatched, flowFaces, listed, PATTERNS } from './flows';
import { record } from './testing/record';

const TRAFFIC = [
  { kind: 'bulk', name: 'Downloads', flows: 2 },
  { kind: 'voip', name: 'Call' },
] as unknown as readonly Traffic[];

test('each flow has the name of its group, a number if there are several, and a letter', () => {
  const faces = flowFaces([0, 0, 1, -1], TRAFFIC);
  expect(faces.map(({ name }) => name)).toEqual(['Downloads 1', 'Downloads 2', 'Call', 'burst']);
  expect(faces.map(({ letter }) => letter).join('')).toBe('ABCD');
  expect(
    flowFaces(
      Array.from({ length: 30 }, () => 0),
      TRAFFIC,
    )[29].letter,
  ).toBe('30');
});

test('no two of the first flows have the same tone and pattern', () => {
  const faces = flowFaces([0, 0, 0, 0, 0, 0], TRAFFIC);
  expect(new Set(faces.map(({ tone, pattern }) => `${tone} ${pattern}`)).size).toBe(6);
  expect(new Set(faces.map(({ pattern }) => pattern)).size).toBe(PATTERNS.length);
});

test('the flow that is watched first suffers from the others', () => {
  expect(firstWatched([0, 0, 1], TRAFFIC)).toBe(2);
  expect(firstWatched([0, 0], TRAFFIC)).toBe(0);
  expect(firstWatched([], TRAFFIC)).toBeUndefined();
});

test('of many flows the first ones are listed, and the watched one', () => {
  expect(listed([0, 1, 2], undefined, 4)).toEqual({ shown: [0, 1, 2], more: 0 });
  expect(listed([0, 1, 2, 3, 4], undefined, 4)).toEqual({ shown: [0, 1, 2], more: 2 });
  expect(listed([0, 1, 2, 3, 4], 4, 4)).toEqual({ shown: [0, 1, 4], more: 2 });
});

const name = (flow: number): string => `flow ${flow}`;

test('buckets are bands in the order of their flows, and shared ones name all', () => {
  const recording = record([
    { arrived: 0, flow: 2, bucket: 7 },
    { arrived: 1, flow: 0, bucket: 900 },
    { arrived: 2, flow: 1, bucket: 7 },
  ]);
  const { count, labels, of } = bandsOf(recording, 0, name);
  expect(count).toBe(2);
  expect(labels).toEqual(['flow 0', 'flow 2, flow 1']);
  expect([...of]).toEqual([1, 0, 1]);
});

test('more buckets than bands share them', () => {
  const recording = record(
    Array.from({ length: 30 }, (_, flow) => ({ arrived: flow, flow, bucket: 10 * flow })),
  );
  const { count, labels, of } = bandsOf(recording, 0, name);
  expect([count, labels.length, of[0], of[29]]).toEqual([12, 0, 0, 11]);
});

test('DualPI2 has two bands, and a packet without a class goes by its ECN field', () => {
  const recording = record(
    [
      { arrived: 0, cls: 1 },
      { arrived: 1, cls: 0 },
      { arrived: 2, fate: 3, left: 2, ecn: 2 },
    ],
    { classes: 'classic\nl4s' },
  );
  const { count, labels, of } = bandsOf(recording, 0, name);
  expect([count, labels, [...of]]).toEqual([2, ['L4S', 'Classic'], [0, 1, 0]]);
});

test('a single queue is a single band', () => {
  expect(bandsOf(record([{ arrived: 0 }]), 0, name)).toMatchObject({ count: 1, labels: [] });
});
