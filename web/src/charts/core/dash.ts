/**
 * Dashes that stand still. A canvas measures dashes from the first point drawn, and on a scrolling plot the first point
 * is another one in every frame: the dashes crawl. Here every bin keeps the phase it had in the frame before, so dashes
 * move with the data.
 */
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

/** Bins of a frame: `first` is the absolute number of the first of them; distances are known from `start` on. */
interface Stretch {
  readonly first: number;
  readonly start: number;
  readonly length: number;
}

const NOTHING: Stretch = { first: 0, start: 0, length: 0 };

/** Distances beyond this, px, lose whole periods: numbers of 32 bits are exact to a hundredth there. */
const FAR = 1e5;

/** Remembers how far along the line each bin was, from frame to frame. */
export class DashTrail {
  #key: readonly number[] = [];
  #period = 1;
  /** The frame before, if its distances go for this one, too. */
  #former = NOTHING;
  #now = NOTHING;
  /** Distances are known up to this bin. */
  #known = 0;
  #follows = false;
  #before = new Float32Array(0);
  /** Distance along the line at each bin of this frame, px, known up to whole periods. */
  along = new Float32Array(0);

  /**
   * Begins a frame of `length` bins, of which those from `from` on will be drawn and may have changed: their distances
   * are needed, and that of the bin before. Returns the first bin whose height `measure` wants: mostly that one, since
   * those before it are as far as they were. When `key` (zoom, scale) differs, everything has moved and the phase starts
   * anew.
   */
  begin(
    first: number,
    length: number,
    from: number,
    period: number,
    key: readonly number[],
  ): number {
    [this.#before, this.along] = [this.along, this.#before];
    if (this.along.length <= length) this.along = new Float32Array(Math.max(256, 2 * length));
    const former = sameKey(key, this.#key) ? this.#now : NOTHING;
    const moved = first - former.first;
    // What is drawn may begin behind them all.
    const known = Math.max(0, Math.min(from, length) - 1);
    this.#follows = known + moved >= former.start && known + moved < former.length;
    const start = this.#follows ? Math.max(0, former.start - moved) : 0;
    this.#known = this.#follows ? known : 0;
    this.#former = former;
    this.#now = { first, start, length };
    this.#key = key;
    this.#period = period;
    if (this.#follows) this.#keep(moved);
    else this.along[0] = 0;
    return this.#known;
  }

  /** Takes what is known over from the frame before, whose bins have `moved`. */
  #keep(moved: number): void {
    const { along } = this;
    const { start } = this.#now;
    along.set(this.#before.subarray(start + moved, this.#known + moved + 1), start);
    if (along[this.#known] < FAR) return;
    const rounds = along[this.#known] - within(along[this.#known], this.#period);
    for (let b = start; b <= this.#known; b++) along[b] -= rounds;
  }

  /** Measures the line through bins of these heights, px, `step` px apart; a gap counts as if it were flat. */
  measure(heights: Float32Array, step: number): void {
    const { along } = this;
    const { first, length } = this.#now;
    for (let b = this.#known + 1; b < length; b++) {
      const rise = heights[b] - heights[b - 1];
      along[b] = along[b - 1] + (rise === rise ? Math.sqrt(step * step + rise * rise) : step);
    }
    if (this.#follows) return;
    // All of it was measured: what was seen before keeps its phase.
    const former = this.#former;
    const both = Math.max(first, former.first + former.start);
    if (both >= Math.min(first + length, former.first + former.length)) return;
    const phase = within(this.#before[both - former.first] - along[both - first], this.#period);
    for (let b = 0; b < length; b++) along[b] += phase;
  }
}

/** What of `distance` is left beyond whole periods. */
const within = (distance: number, period: number): number =>
  distance - Math.floor(distance / period) * period;

/** Equal but for rounding: a window of 60 s that scrolls is not always 60 s wide to the last bit. */
function sameKey(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((v, i) => Math.abs(v - b[i]) <= 1e-6 * Math.abs(v));
}

/** Straight pieces to be stroked: x0, y0, x1, y1 of each, one after the other. */
export class Segments {
  data = new Float64Array(4096);
  count = 0;

  reserve(count: number): void {
    if (this.data.length >= 4 * count) return;
    const larger = new Float64Array(8 * count);
    larger.set(this.data);
    this.data = larger;
  }
}

/** A line through heights `step` px apart, the first at `x0`; NaN is a gap. */
export interface Heights {
  readonly x0: number;
  readonly step: number;
  readonly y: Float32Array;
  readonly length: number;
  /** The first point whose piece of line, which comes from its left, is drawn. */
  readonly begin: number;
  /** Distance along the line at each point, px; unused for a solid line. */
  readonly along: Float32Array;
}

/**
 * Cuts a line into the pieces that are drawn. A point between two gaps is drawn `lone` px wide. One function over arrays:
 * numbers that travel through calls are boxed, and there are ten thousand of them in a frame.
 */
export function dashLine(
  { x0, step, y, length, begin, along }: Heights,
  { ends, period }: DashPattern,
  lone: number,
  out: Segments,
): void {
  out.count = 0;
  for (let b = begin; b < length; b++) {
    const y1 = y[b];
    if (y1 !== y1) continue;
    const x1 = x0 + b * step;
    const y0 = b > 0 ? y[b - 1] : NaN;
    if (y0 !== y0) {
      const next = b + 1 < length ? y[b + 1] : NaN;
      if (next === next) continue;
      out.reserve(out.count + 1);
      put(out, x1 - lone / 2, y1, x1 + lone / 2, y1);
      continue;
    }
    if (period === 0) {
      out.reserve(out.count + 1);
      put(out, x1 - step, y0, x1, y1);
      continue;
    }
    const pieceLength = along[b] - along[b - 1];
    const from = along[b - 1] - Math.floor(along[b - 1] / period) * period;
    out.reserve(out.count + ends.length * (2 + pieceLength / period));
    let k = 0;
    // A hair's breadth before a border counts as past it, or rounding would make pieces of no length.
    while (k < ends.length - 1 && from >= ends[k] - 1e-4) k++;
    let round = 0;
    let gone = 0;
    while (gone < pieceLength) {
      const next = Math.max(gone, Math.min(pieceLength, round + ends[k] - from));
      if (k % 2 === 0) {
        const begin = gone / pieceLength;
        const end = next / pieceLength;
        const left = x1 - step;
        put(
          out,
          left + step * begin,
          y0 + (y1 - y0) * begin,
          left + step * end,
          y0 + (y1 - y0) * end,
        );
      }
      gone = next;
      if (++k === ends.length) {
        k = 0;
        round += period;
      }
    }
  }
}

function put(out: Segments, x0: number, y0: number, x1: number, y1: number): void {
  const at = 4 * out.count++;
  out.data[at] = x0;
  out.data[at + 1] = y0;
  out.data[at + 2] = x1;
  out.data[at + 3] = y1;
}
