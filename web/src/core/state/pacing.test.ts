import { describe, expect, it } from 'vitest';
import { Pacing } from './pacing';

/** Plays frames of `frameMs` for `wallMs`; every slice reaches its target. Returns the simulated time. */
function played(wallMs: number, frameMs: number, speed: number): number {
  const pacing = new Pacing();
  let nowS = 0;
  pacing.start(nowS, 0);
  for (let now = frameMs; now <= wallMs; now += frameMs) {
    pacing.pass(nowS, speed, now);
    const toS = pacing.aim(nowS, speed);
    pacing.arrived(toS, 0.1, toS);
    pacing.drawn();
    nowS = toS;
  }
  return nowS;
}

describe('Pacing', () => {
  it('follows the clock at any frame rate', () => {
    for (const frameMs of [4, 6.944, 16.667, 33.333])
      expect(played(6000, frameMs, 1)).toBeCloseTo(6, 1);
    // The first slices are shorter than such a frame.
    expect(Math.abs(played(6000, 100, 1) - 6)).toBeLessThan(0.3);
    expect(played(6000, 16.667, 0.01)).toBeCloseTo(0.06, 2);
  });

  it('requests whole milliseconds', () => {
    const pacing = new Pacing();
    pacing.start(1, 0);
    pacing.pass(1, 1, 5.7);
    expect(pacing.aim(1, 1)).toBe(1.005);
  });

  it('does not catch up time that a hidden or slow page has missed', () => {
    const pacing = new Pacing();
    pacing.start(7, 0);
    for (let i = 0; i < 8; i++) pacing.arrived(i, 0.1, i);
    pacing.pass(7, 1, 60_000);
    expect(pacing.aim(7, 1)).toBeLessThanOrEqual(7.1);
    // A slow machine does not catch up either: ten frames without a slice count as one long frame.
    for (let now = 60_100; now <= 61_000; now += 100) pacing.pass(7, 1, now);
    expect(pacing.aim(7, 1)).toBeCloseTo(7.1, 3);
  });

  it('leads by one frame after a change, and only once', () => {
    const pacing = new Pacing();
    pacing.start(0, 0);
    pacing.pass(0, 1, 2);
    expect(pacing.aim(0, 1)).toBe(0.002);
    pacing.lead();
    expect(pacing.leads).toBe(true);
    expect(pacing.aim(0, 1)).toBe(0.019);
    pacing.led();
    expect(pacing.aim(0, 1)).toBe(0.002);
  });

  it('requests more while slices are quick, and less after one that ended early', () => {
    const pacing = new Pacing();
    pacing.begin();
    const aim = () => pacing.aim(0, Infinity);
    expect(aim()).toBe(0.02);
    pacing.arrived(0.02, 1, 0.02);
    pacing.arrived(0.06, 1, 0.06);
    expect(aim()).toBe(0.08);
    pacing.arrived(0.09, 12, 0.14);
    expect(aim()).toBe(0.03);
    // A slow slice that reaches its target changes nothing.
    pacing.arrived(0.12, 5, 0.12);
    expect(aim()).toBe(0.03);
  });

  it('stops asking when nothing of it is drawn', () => {
    const pacing = new Pacing();
    for (let i = 1; i <= 12; i++) {
      expect(pacing.mayRequest).toBe(true);
      pacing.arrived(i, 1, i);
    }
    expect(pacing.mayRequest).toBe(false);
    pacing.drawn();
    expect(pacing.mayRequest).toBe(true);
  });

  it('measures how fast the run goes, but not over a rest', () => {
    const pacing = new Pacing();
    expect(pacing.measure(0, 10)).toBeUndefined();
    expect(pacing.measure(0.125, 260)).toBe(0.5);
    expect(pacing.measure(9, 5000)).toBeUndefined();
  });
});
