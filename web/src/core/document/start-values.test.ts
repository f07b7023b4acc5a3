import { expect, test } from 'vitest';
import type { Change, Scenario } from './scenario';
import { folded, inForce, isIdle, startedFrom, tidied } from './start-values';

const BASE: Scenario = {
  version: 1,
  durationS: 60,
  link: { rateMbps: 10, rttMs: 30, buffer: { bdp: 1 } },
  queues: [{ kind: 'droptail' }, { kind: 'pie', variant: 'paper2013' }],
  traffic: [{ kind: 'bulk', flows: 2 }],
};
const SCHEDULED: Scenario = {
  ...BASE,
  link: { ...BASE.link, schedule: { kind: 'steps', steps: [{ atS: 3, rateMbps: 50 }] } },
};
const change = (atS: number, set: string, to: unknown): Change => ({ atS, set, to });
const burst = change(0, 'burst', { rateMbps: 5, durationS: 1 });

test('a parameter that is not set has the default of its variant', () => {
  expect(inForce(BASE, 'queues.1.targetMs')).toBe(20);
  expect(inForce(BASE, 'traffic.0.cc')).toBe('cubic');
  expect(inForce(BASE, 'link.lossRate')).toBe(0);
  expect(inForce(BASE, 'link.rttMs')).toBe(30);
});

test('a change to the value in force is idle, a burst and the end of a schedule are not', () => {
  expect(isIdle(BASE, change(5, 'link.rttMs', 30))).toBe(true);
  expect(isIdle(BASE, change(5, 'queues.1.targetMs', 20))).toBe(true);
  expect(isIdle(BASE, change(5, 'queues.0', { kind: 'droptail' }))).toBe(true);
  expect(isIdle(BASE, change(5, 'link.rttMs', 31))).toBe(false);
  expect(isIdle(BASE, burst)).toBe(false);
  expect(isIdle(BASE, change(5, 'link.rateMbps', 10))).toBe(true);
  expect(isIdle(SCHEDULED, change(5, 'link.rateMbps', 10))).toBe(false);
});

test('a new change at zero becomes a start value, together with those of the same parameter', () => {
  const former = [change(0, 'queues.0', { kind: 'codel' }), change(4, 'link.rttMs', 80)];
  const own = change(0, 'queues.0.targetMs', 9);
  const next = tidied({ base: BASE, changes: former }, { base: BASE, changes: [...former, own] });
  expect(next.base.queues[0]).toEqual({ kind: 'codel', targetMs: 9 });
  expect(next.changes).toEqual([former[1]]);
});

test('bursts at zero, and the change that ends a schedule at zero, stay changes', () => {
  const changes = [burst, change(0, 'link.rateMbps', 20)];
  expect(tidied({ base: SCHEDULED, changes: [] }, { base: SCHEDULED, changes })).toEqual({
    base: SCHEDULED,
    changes,
  });
  expect(folded({ base: BASE, changes }, ['link.rateMbps'])).toEqual({
    base: { ...BASE, link: { ...BASE.link, rateMbps: 20 } },
    changes: [burst],
  });
});

test('a change that loses its effect goes; an opened one without effect stays', () => {
  const idle = change(1, 'link.rttMs', 30);
  const [slower, back] = [change(2, 'link.rateMbps', 5), change(3, 'link.rateMbps', 10)];
  const former = { base: BASE, changes: [idle, slower, back] };
  expect(tidied(former, former)).toEqual(former);
  expect(tidied(former, { base: BASE, changes: [idle, back] }).changes).toEqual([idle]);
  const moved = { ...idle, atS: 9 };
  expect(tidied(former, { base: BASE, changes: [slower, back, moved] }).changes).toEqual([
    slower,
    back,
  ]);
});

test('what is in force becomes the start; bursts and later changes stay', () => {
  const later = [change(8, 'link.rateMbps', 50), change(9, 'link.rateMbps', 20)];
  const changes = [burst, change(2, 'link.rateMbps', 50), change(3, 'link.rttMs', 80), ...later];
  const next = startedFrom({ base: BASE, changes }, 5);
  expect(next.base.link).toMatchObject({ rateMbps: 50, rttMs: 80 });
  // The first of the later ones would change nothing any more.
  expect(next.changes).toEqual([burst, later[1]]);
});

test('a schedule that was ended is not part of a new start; one in force is', () => {
  const changes = [change(4, 'link.rateMbps', 10)];
  expect(startedFrom({ base: SCHEDULED, changes }, 3.5)).toEqual({ base: SCHEDULED, changes });
  expect(startedFrom({ base: SCHEDULED, changes }, 4).base.link).toEqual(BASE.link);
});

test('an order to drop packets is an event: it is never idle, and sets no start value', () => {
  const base: Scenario = { ...BASE, queues: [{ kind: 'manual' }] };
  const orders = [0, 1, 1.5].map((atS) => change(atS, 'queues.0.dropNext', 1));
  expect(orders.every((order) => !isIdle(base, order))).toBe(true);
  const next = tidied({ base, changes: [] }, { base, changes: orders });
  expect(next).toEqual({ base, changes: orders });
  expect(startedFrom(next, 1.2)).toEqual({ base, changes: orders });
});
