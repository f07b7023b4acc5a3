import { describe, expect, test } from 'vitest';
import { layoutOf, roomFor, roundMs, type Space, ticksOf } from './layout';

const SPACE: Space = {
  width: 1000,
  height: 500,
  lanes: 3,
  extents: [{ waitMs: 100, wayMs: 20 }],
  hasBack: true,
  scale: 1,
  isPhone: false,
};

describe('layout', () => {
  test('the queue and the way behind it have one scale and fill the width', () => {
    const { stretches, pxPerMs, sendersX } = layoutOf(SPACE);
    const [{ fromX, gateX, endX }] = stretches;
    expect(fromX).toBeGreaterThan(sendersX);
    expect(endX).toBeCloseTo(990);
    expect(gateX - fromX).toBeCloseTo(100 * pxPerMs);
    expect(endX - gateX).toBeCloseTo(20 * pxPerMs);
  });

  test('a way that is much longer than the queue is cut, and the scale stays', () => {
    const { stretches, pxPerMs } = layoutOf({ ...SPACE, extents: [{ waitMs: 5, wayMs: 200 }] });
    const [{ fromX, gateX, endX }] = stretches;
    expect(gateX - fromX).toBeCloseTo(5 * pxPerMs);
    expect(endX).toBeCloseTo(990);
    expect((endX - gateX) / (endX - fromX)).toBeCloseTo(0.3);
  });

  test('several hops are several queues in a row', () => {
    const extents = [
      { waitMs: 50, wayMs: 10 },
      { waitMs: 20, wayMs: 20 },
    ];
    const { stretches } = layoutOf({ ...SPACE, extents });
    expect(stretches).toHaveLength(2);
    expect(stretches[1].fromX).toBeCloseTo(stretches[0].endX);
    expect(stretches[1].endX).toBeCloseTo(990);
  });

  test('lanes share the height and do not overlap', () => {
    const { lanes, axisY } = layoutOf(SPACE);
    lanes.forEach(({ y, height, barsY, backY, backHeight }, i) => {
      expect(barsY).toBeGreaterThan(y);
      expect(backY + backHeight).toBeLessThanOrEqual(y + height + 1e-9);
      expect(y + height).toBeLessThanOrEqual((lanes[i + 1]?.y ?? axisY) + 1e-9);
    });
  });

  test('a phone has no column of senders', () => {
    expect(layoutOf({ ...SPACE, width: 370, isPhone: true }).sendersX).toBe(0);
  });
});

test('the room of a queue grows at once, and shrinks when it is mostly empty', () => {
  expect(roundMs(213)).toBe(250);
  expect(roundMs(2100)).toBe(2500);
  expect(roomFor(90, undefined)).toBe(100);
  expect(roomFor(140, 100)).toBe(200);
  expect(roomFor(60, 100)).toBe(100);
  expect(roomFor(12, 100)).toBe(20);
});

test('the axis has round times that fit', () => {
  expect(ticksOf(250, 600, 1)).toEqual([0, 50, 100, 150, 200, 250]);
  expect(ticksOf(2, 300, 1)).toEqual([0, 0.5, 1, 1.5, 2]);
  expect(ticksOf(1000, 100, 1)).toEqual([0, 1000]);
});
