/**
 * Dashes that stand still. A canvas measures dashes from the first point drawn, and on a scrolling plot the first point
 * is another one in every frame: the dashes crawl. Here every bin keeps the phase it had in the frame before, so dashes
 * move with the data.
 */
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
}

export interface DashPattern {
  /** Ends of the on and off stretches within one period, px, ascending: [9, 13] for the dash [9, 4]. */
  readonly ends: readonly number[];
  /** Length of one period, px; 0 for a solid line. */
  readonly period: number;
}

/** An odd list is repeated, as in CSS and SVG. */
export function dashPattern(dash: readonly number[], scale = 1): DashPattern {
  const even = dash.length % 2 ? [...dash, ...dash] : dash;
  const ends: number[] = [];
  let period = 0;
  for (const d of even) ends.push((period += d * scale));
  return { ends, period };
}

/** Remembers how far along the line each bin was, from frame to frame. */
export class DashTrail {
  #key: readonly number[] = [];
  #first = 0;
  #length = 0;
  #before = new Float32Array(0);
  /** Distance along the line at each bin of this frame, px, known up to whole periods. */
  along = new Float32Array(0);

  /** Room for `length` bins; fill `along` from any start, then call `anchor`. */
  reserve(length: number): Float32Array {
    [this.#before, this.along] = [this.along, this.#before];
    if (this.along.length < length) this.along = new Float32Array(Math.max(256, 2 * length));
    return this.along;
  }

  /**
   * Shifts `along` so that the bins seen before keep their phase. `first` is the absolute number of the first bin;
   * when `key` (zoom, scale) differs, everything has moved and the phase starts anew.
   */
  anchor(first: number, length: number, period: number, key: readonly number[]): void {
    const both = Math.max(first, this.#first);
    const overlaps = both < Math.min(first + length, this.#first + this.#length);
    if (overlaps && sameKey(key, this.#key)) {
      const shift = this.#before[both - this.#first] - this.along[both - first];
      const phase = shift - Math.floor(shift / period) * period;
      for (let b = 0; b < length; b++) this.along[b] += phase;
    }
    this.#key = key;
    this.#first = first;
    this.#length = length;
  }
}

/** Equal but for rounding: a window of 60 s that scrolls is not always 60 s wide to the last bit. */
function sameKey(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((v, i) => Math.abs(v - b[i]) <= 1e-6 * Math.abs(v));
}

/**
 * Draws the dashes of the straight piece from (x0, y0) to (x1, y1), which lies from `u0` to `u1` px along the line.
 * `down` tells whether the pen rests on (x0, y0) already; returns whether it rests on (x1, y1).
 */
export function dashedPiece(
  pen: Pen,
  { ends, period }: DashPattern,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  u0: number,
  u1: number,
  down: boolean,
): boolean {
  if (period === 0) {
    if (!down) pen.moveTo(x0, y0);
    pen.lineTo(x1, y1);
    return true;
  }
  const length = u1 - u0;
  const from = u0 - Math.floor(u0 / period) * period;
  let k = 0;
  // A hair's breadth before a border counts as past it, or rounding would make steps of no length.
  while (k < ends.length - 1 && from >= ends[k] - 1e-4) k++;
  let round = 0;
  for (let gone = 0; gone < length;) {
    const next = Math.min(length, round + ends[k] - from);
    if (k % 2 === 0) {
      if (!down) pen.moveTo(x0 + ((x1 - x0) * gone) / length, y0 + ((y1 - y0) * gone) / length);
      pen.lineTo(x0 + ((x1 - x0) * next) / length, y0 + ((y1 - y0) * next) / length);
      down = true;
    } else {
      down = false;
    }
    if (next >= length) break;
    gone = Math.max(next, gone);
    if (++k === ends.length) {
      k = 0;
      round += period;
    }
  }
  return down;
}
