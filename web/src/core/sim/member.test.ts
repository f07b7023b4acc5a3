import { expect, test } from 'vitest';
import { Member, type WorkerLike } from './member';

test('slices that are combined keep all columns', () => {
  const member = new Member({} as WorkerLike);
  member.begin([0, 1]);
  const slice = (from: number, ...samples: number[]): Parameters<Member['take']>[0] => {
    const column = (add: number): Float32Array => Float32Array.from(samples, (v) => v + add);
    // More columns than the page always has: those of groups and of a reverse bottleneck.
    const columns = [0, 100].map((lane) => Array.from({ length: 30 }, (_, i) => column(lane + i)));
    return { nowS: 1, furthestS: 1, from, columns, tookMs: 0 };
  };
  member.take(slice(0, 1, 2));
  member.take(slice(2, 3));
  expect(member.give(0).map((columns) => columns.length)).toEqual([30, 30]);
  const [first, second] = member.give(3);
  expect(first.length).toBe(30);
  expect([...first[0]]).toEqual([1, 2, 3]);
  expect([...second[29]]).toEqual([130, 131, 132]);
});
