import type { Column, Series } from '../charts';
import { laneStyles } from '../styles/lanes';

/** Invented measurements, shaped like the real ones: sawtooth delays, bursts, idle gaps, sparse drops. */
export const STEP_S = 0.01;
export const RUN_S = 120;

export interface InventedLane {
  id: string;
  label: string;
  delay: Float32Array;
  drops: Float32Array;
  marks: Float32Array;
  offered: Float32Array;
  utilization: Float32Array;
}

const NAMES = {
  droptail: 'Drop-tail',
  codel: 'CoDel',
  pie: 'PIE',
  red: 'RED',
  ared: 'Adaptive RED',
  duk: 'DUK',
};
type Kind = keyof typeof NAMES;
export const KINDS = Object.keys(NAMES) as Kind[];

function random(seed: number): () => number {
  let s = seed;
  return () => (s = (s * 16807) % 2147483647) / 2147483647;
}

export function invent(kinds: readonly Kind[]): InventedLane[] {
  return kinds.map((kind, lane) => {
    const rnd = random(7 + 13 * lane);
    const n = RUN_S / STEP_S;
    const make = (): Float32Array => new Float32Array(n);
    const out: InventedLane = {
      id: kind,
      label: NAMES[kind],
      delay: make(),
      drops: make(),
      marks: make(),
      offered: make(),
      utilization: make(),
    };
    const tail = kind === 'droptail';
    let q = tail ? 120 : 2;
    let spike = 0;
    for (let i = 0; i < n; i++) {
      const t = i * STEP_S;
      const burst = (t > 26 && t < 28) || (t > 39.5 && t < 40.6) || (t > 80 && t < 82);
      if (tail) {
        q += 0.16 + (burst ? 1 : 0) + (rnd() - 0.5) * 0.4;
        if (q > 400) q = rnd() < 0.004 ? 320 : 398 + rnd() * 4;
      } else {
        spike = burst
          ? Math.min(spike + 0.5 + rnd() * 0.5, 30 + 6 * lane)
          : spike * (0.985 + 0.002 * lane);
        q = Math.max(
          0,
          4 + 0.4 * lane + 2.6 * Math.sin(t * (2.1 + 0.23 * lane)) + 2.5 * (rnd() - 0.5) + spike,
        );
      }
      const idle = t > 52 && t < 52.6 && lane === 1;
      out.delay[i] = idle ? NaN : q;
      out.offered[i] = idle ? 0 : Math.round(20 + rnd() * 2);
      out.drops[i] =
        rnd() < (burst ? 0.5 : 0.012) * (tail ? 0.6 : 1)
          ? 1 + Math.round(rnd() * (burst ? 3 : 0))
          : 0;
      out.marks[i] = kind === 'pie' && rnd() < 0.06 ? 1 : 0;
      const dip = t > 51.6 && t < 54 && !tail ? 30 * Math.exp(-(t - 51.6) * (3 - 0.3 * lane)) : 0;
      out.utilization[i] = tail
        ? 100
        : Math.min(100, 99.4 - 0.6 * lane * rnd() - 1.2 * rnd() - dip);
    }
    return out;
  });
}

const view = (values: Float32Array, upToS: number): Column => ({
  startS: 0,
  stepS: STEP_S,
  epoch: 1,
  values,
  length: Math.min(values.length, Math.floor(upToS / STEP_S)),
});

export interface Plots {
  delay: Series[];
  drops: Series[];
  utilization: Series[];
}

export function plots(lanes: readonly InventedLane[], upToS: number): Plots {
  const styles = laneStyles(lanes.map((l) => l.id));
  const all: Plots = { delay: [], drops: [], utilization: [] };
  lanes.forEach((lane, i) => {
    const name = { label: lane.label, ...styles[i] };
    all.delay.push({ ...name, id: lane.id, kind: 'line', column: view(lane.delay, upToS) });
    all.utilization.push({
      ...name,
      id: lane.id,
      kind: 'line',
      column: view(lane.utilization, upToS),
    });
    const wholes = [view(lane.offered, upToS)];
    all.drops.push({
      ...name,
      id: `${lane.id} drops`,
      kind: 'stems',
      part: view(lane.drops, upToS),
      wholes,
    });
    if (lane.id === 'pie') {
      const label = `${lane.label} marks`;
      all.drops.push({
        ...name,
        label,
        id: `${lane.id} marks`,
        kind: 'marks',
        part: view(lane.marks, upToS),
        wholes,
      });
    }
  });
  return all;
}
