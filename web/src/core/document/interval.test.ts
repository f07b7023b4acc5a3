import { expect, test } from 'vitest';
import { FINE_STEP_S, scaled, scaledAtPlayhead, snapped } from './chosen-interval';
import { covered, covering, intervalText, isOnSteps, shifted, within } from './interval';

const DURATION_S = 60;
const of = (fromS: number, toS: number): { fromS: number; toS: number } => ({ fromS, toS });

test('a window stays inside the run and keeps its length if it can', () => {
  expect(within(of(-2, 3), DURATION_S)).toEqual(of(0, 5));
  expect(within(of(58, 63), DURATION_S)).toEqual(of(55, 60));
  expect(within(of(10, 90), DURATION_S)).toEqual(of(0, 60));
  expect(within(of(10, 10), DURATION_S)).toEqual(of(10, 10.1));
  expect(within(of(1.00049, 2.00051), DURATION_S)).toEqual(of(1, 2));
});

test('the time under the pointer keeps its place while the window is zoomed', () => {
  expect(scaled(of(10, 20), 12, 0.5, DURATION_S)).toEqual(of(11, 16));
  expect(scaled(of(11, 16), 12, 2, DURATION_S)).toEqual(of(10, 20));
  // Any number of steps in and out.
  let window = of(10, 20);
  for (let i = 0; i < 5; i++) window = scaled(window, 14, 0.8, DURATION_S);
  expect((14 - window.fromS) / (window.toS - window.fromS)).toBeCloseTo(0.4, 2);
  expect(scaled(of(10, 20), 12, 1e-9, DURATION_S)).toEqual(of(11.98, 12.08));
  expect(scaled(of(10, 20), 12, 100, DURATION_S)).toEqual(of(0, 60));
  // At an end of the run the window grows to the other side.
  expect(scaled(of(50, 60), 60, 2, DURATION_S)).toEqual(of(40, 60));
});

test('a zoom around the playhead shows the time before it while the rest is not computed', () => {
  // The run has come to 7 of 60 s.
  expect(scaledAtPlayhead(of(0, 60), 7, 0.1, [7, DURATION_S])).toEqual(of(3, 9));
  expect(scaledAtPlayhead(of(0, 60), 7, 0.5, [7, DURATION_S])).toEqual(of(0, 30));
  // A computed window, and a playhead that is far right, keep the place of the playhead.
  expect(scaledAtPlayhead(of(10, 20), 12, 0.5, [60, DURATION_S])).toEqual(of(11, 16));
  expect(scaledAtPlayhead(of(10, 20), 18, 0.5, [18, DURATION_S])).toEqual(of(14, 19));
});

test('a window that is moved beyond the run stops at its end', () => {
  expect(shifted(of(10, 20), 5, DURATION_S)).toEqual(of(15, 25));
  expect(shifted(of(10, 20), 500, DURATION_S)).toEqual(of(50, 60));
  expect(shifted(of(10, 20), -500, DURATION_S)).toEqual(of(0, 10));
});

test('a chosen interval has whole steps of 0.25 s, at least one', () => {
  expect(snapped(12.3, 15.1, DURATION_S)).toEqual(of(12.25, 15));
  expect(snapped(15.1, 12.3, DURATION_S)).toEqual(of(12.25, 15));
  expect(snapped(12.3, 12.31, DURATION_S)).toEqual(of(12.25, 12.5));
  expect(snapped(59.99, 60, DURATION_S)).toEqual(of(59.75, 60));
  expect(snapped(-5, 100, DURATION_S)).toEqual(of(0, 60));
  // The last step is complete.
  expect(snapped(50, 60.2, 60.2)).toEqual(of(50, 60));
});

test('an interval can have fine steps, whose ends are whole hundredths', () => {
  expect(snapped(12.304, 15.107, DURATION_S, FINE_STEP_S)).toEqual(of(12.3, 15.11));
  expect(snapped(12.3, 12.3, DURATION_S, FINE_STEP_S)).toEqual(of(12.3, 12.31));
  expect(snapped(0.07, 1.13, DURATION_S, FINE_STEP_S)).toEqual(of(0.07, 1.13));
  expect(snapped(59.999, 70, 60.205, FINE_STEP_S)).toEqual(of(60, 60.2));
  expect(isOnSteps(of(12.25, 15))).toBe(true);
  expect(isOnSteps(of(12.25, 15.01))).toBe(false);
  expect(isOnSteps(of(12.24, 15))).toBe(false);
});

test('numbers cover whole steps: those inside a window that follows, those around a chosen one', () => {
  expect(covered(of(15.53, 45.53))).toEqual(of(15.5, 45.5));
  expect(covered(of(12.3, 12.4))).toEqual(of(12.25, 12.25));
  expect(covering(of(12.3, 12.4))).toEqual(of(12.25, 12.5));
  expect(covering(of(12.25, 12.5))).toEqual(of(12.25, 12.5));
  expect(covering(of(0, 0.1))).toEqual(of(0, 0.25));
});

test('the ends of an interval are written so that they differ', () => {
  expect(intervalText(of(0, 300))).toBe('0–300\u00a0s');
  expect(intervalText(of(12.25, 15), ' to ')).toBe('12.25 to 15\u00a0s');
  expect(intervalText(of(12.345, 12.445))).toBe('12.345–12.445\u00a0s');
});
