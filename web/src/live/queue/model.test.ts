import { describe, expect, test } from 'vitest';
import {
  between,
  eachPlace,
  extentsOf,
  latestDrop,
  latestWaitMs,
  type PacketPlace,
  stepFrom,
  waitingAt,
  windowAt,
} from './model';
import { record, type Sample } from './testing/record';

/** Two packets wait for 10 and 11 ms and are on the way for 20 ms; a third one is dropped on arrival, a fourth one at the head. */
const SAMPLES: readonly Sample[] = [
  { number: 1, arrived: 0, left: 10, departed: 11, delivered: 31 },
  { number: 2, arrived: 0, left: 11, departed: 12, delivered: 32, flow: 1, marked: 11 },
  { number: 3, arrived: 5, left: 5, fate: 3, text: 0 },
  { number: 4, arrived: 6, joined: 6, left: 12, fate: 3, text: 1 },
  { number: 9, arrived: 31, departed: 31, delivered: 51, kind: 3, hop: -2 },
];
const TEXTS = 'overflow The buffer was full.\ncodel.enter CoDel: the delay stayed above 5 ms.';
const recording = record(SAMPLES, { texts: TEXTS });

function places(tMs: number, fallMs = 4): Pick<PacketPlace, 'row' | 'where' | 'ms'>[] {
  const all: Pick<PacketPlace, 'row' | 'where' | 'ms'>[] = [];
  eachPlace(recording, tMs / 1000, fallMs, ({ row, where, ms }) =>
    all.push({ row, where, ms: Math.round(ms * 1e6) / 1e6 }),
  );
  return all;
}

describe('places', () => {
  test('a packet waits until it leaves, then is on the way until it is delivered', () => {
    expect(places(0)).toEqual([
      { row: 0, where: 'waits', ms: 10 },
      { row: 1, where: 'waits', ms: 11 },
    ]);
    expect(places(9.5)[0]).toEqual({ row: 0, where: 'waits', ms: 0.5 });
    expect(places(10)[0]).toEqual({ row: 0, where: 'onTheWay', ms: 0 });
    expect(places(30.9)[0]).toEqual({ row: 0, where: 'onTheWay', ms: 20.9 });
    expect(places(31).map(({ row }) => row)).toEqual([1, 4]);
  });

  test('a dropped packet falls for a time, on arrival or at the head of the queue', () => {
    expect(places(4.9).map(({ row }) => row)).toEqual([0, 1]);
    expect(places(5)[2]).toEqual({ row: 2, where: 'dropped', ms: 0 });
    expect(places(9.1).some(({ row }) => row === 2)).toBe(false);
    expect(places(7).find(({ row }) => row === 3)).toEqual({ row: 3, where: 'waits', ms: 5 });
    expect(places(13).find(({ row }) => row === 3)).toEqual({ row: 3, where: 'dropped', ms: 1 });
  });

  test('an ACK is as far from its sender as its time to it', () => {
    expect(places(41)).toEqual([{ row: 4, where: 'ack', ms: 10 }]);
    expect(places(51)).toEqual([]);
  });

  test('a packet that is lost behind the hop ends there', () => {
    const lost = record([{ arrived: 0, left: 2, departed: 3, fate: 4, text: 0 }], {
      texts: 'path.loss Lost.',
    });
    const seen: string[] = [];
    for (const t of [0.0025, 0.0031, 0.02]) eachPlace(lost, t, 4, ({ where }) => seen.push(where));
    expect(seen).toEqual(['onTheWay', 'lost']);
  });

  test('a packet whose departure is not in the record waits', () => {
    const open = record([{ arrived: 1, fate: 0 }]);
    const seen: number[] = [];
    eachPlace(open, 5, 4, ({ ms }) => seen.push(ms));
    expect(seen).toEqual([]);
    eachPlace(open, 0.001, 4, ({ ms }) => seen.push(ms));
    expect(seen).toEqual([Infinity]);
  });
});

test('the packets that wait at a hop are counted', () => {
  expect([0, 5, 6, 10, 11, 12].map((ms) => waitingAt(recording, ms / 1000, 0))).toEqual([
    2, 2, 3, 2, 1, 0,
  ]);
  expect(waitingAt(recording, 0, 1)).toBe(0);
});

test('the latest wait is that of the packet of the flow that left last', () => {
  expect(latestWaitMs(recording, 0.009, 0, 0)).toBeUndefined();
  expect(latestWaitMs(recording, 0.0105, 0, 0)).toBeCloseTo(10);
  expect(latestWaitMs(recording, 0.02, 0, 1)).toBeCloseTo(11);
});

test('extents are the longest wait and way of each hop, and the longest way back', () => {
  const round = (value: number): number => Math.round(1000 * value) / 1000;
  const found = extentsOf(recording, 1).map(({ waitMs, wayMs }) => [round(waitMs), round(wayMs)]);
  expect(found).toEqual([
    [11, 21],
    [0, 20],
  ]);
});

test('windows hold from their time to the next one', () => {
  const windows = Float64Array.of(0.001, 0, 10, 4, 0, 0.002, 1, 7, 7, 3, 0.003, 0, 11, 5, 0);
  const of = record([], { windows });
  expect(windowAt(of, 0, 0.0005)).toBeUndefined();
  expect(windowAt(of, 0, 0.0029)).toEqual({ cwnd: 10, inFlight: 4, phase: 0 });
  expect(windowAt(of, 0, 0.003)?.cwnd).toBe(11);
  expect(windowAt(of, 1, 9)).toEqual({ cwnd: 7, inFlight: 7, phase: 3 });
  expect(windowAt(of, 2, 9)).toBeUndefined();
});

describe('steps', () => {
  const times = (unit: Parameters<typeof stepFrom>[3], by: 1 | -1, flow?: number): string[] => {
    const all: string[] = [];
    let t = by > 0 ? -1 : 1;
    for (;;) {
      const goal = stepFrom(recording, t, by, unit, flow);
      if (!goal) return all;
      all.push(`${Math.round(1000 * goal.atS)} ${goal.what} ${recording.packets.number[goal.row]}`);
      t = goal.atS;
    }
  };

  test('go through all times at which packets arrive, leave, are dropped or marked', () => {
    expect(times('event', 1)).toEqual([
      '0 arrives 1',
      '5 dropped 3',
      '6 arrives 4',
      '10 leaves 1',
      '11 marked 2',
      '12 dropped 4',
    ]);
    expect(times('event', -1)).toEqual([
      '12 dropped 4',
      '11 leaves 2',
      '10 leaves 1',
      '6 arrives 4',
      '5 dropped 3',
      '0 arrives 2',
    ]);
  });

  test('of packets go to departures, those of drops to drops and marks', () => {
    expect(times('packet', 1)).toEqual(['10 leaves 1', '11 leaves 2']);
    expect(times('drop', 1)).toEqual(['5 dropped 3', '11 marked 2', '12 dropped 4']);
  });

  test('of a followed flow leave out the others, and include its ACKs', () => {
    expect(times('event', 1, 1)).toEqual(['0 arrives 2', '11 marked 2']);
    expect(times('event', 1, 0).at(-1)).toBe('51 acked 9');
  });

  test('the latest drop is the one at or before the time', () => {
    expect(latestDrop(recording, 0.004)).toBeUndefined();
    expect(latestDrop(recording, 0.005)).toMatchObject({ what: 'dropped', row: 2 });
    expect(latestDrop(recording, 0.02)).toMatchObject({ what: 'dropped', row: 3 });
  });
});

test('between two milliseconds of the playhead the time moves with the wall clock, and not further', () => {
  expect(between(1, 1, 0.0002)).toBeCloseTo(1.0002, 9);
  expect(between(1.0009, 1, 0.0002)).toBeLessThan(1.001);
  expect(between(1.0009, 1.001, 0)).toBe(1.001);
  expect(between(5, 1, 0)).toBe(1);
  expect(between(1.0004, 1, 0)).toBe(1.0004);
});
