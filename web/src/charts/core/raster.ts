/**
 * A small software rasteriser for plots. Stroking thousands of short anti-aliased segments through a 2D context costs
 * several milliseconds per plot where no GPU helps; data over time are simpler than general paths: x only grows. Here
 * each line is accumulated as exact pixel coverage and blended once. Units are device pixels; the ground is opaque.
 */

/** How far a point is from the middle of a shape, in radii of it. A diamond as far across is as wide as the circle. */
const DISTANCES = {
  circle: Math.hypot,
  square: (dx: number, dy: number) => Math.max(Math.abs(dx), Math.abs(dy)) * 1.1,
  diamond: (dx: number, dy: number) => (Math.abs(dx) + Math.abs(dy)) * 0.8,
};
export type Shape = keyof typeof DISTANCES;

/** A colour as it lies in ImageData: 0xAABBGGRR (little-endian, as on everything that runs a browser). */
export type Packed = number;

export function pack(r: number, g: number, b: number): Packed {
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

export class Raster {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array;
  /** Coverage of the line being stroked, column by column, 0 to 255; stores saturate. */
  #coverage: Uint8ClampedArray;
  /** Rows touched in each column: [top, bottom). */
  #top: Int32Array;
  #bottom: Int32Array;
  /** Columns left of this stay as they are. */
  #from = 0;

  constructor(width: number, height: number, pixels = new Uint32Array(width * height)) {
    this.width = width;
    this.height = height;
    this.pixels = pixels;
    this.#coverage = new Uint8ClampedArray(width * height);
    this.#top = new Int32Array(width).fill(height);
    this.#bottom = new Int32Array(width);
  }

  /** Column from which on everything is drawn; what is left of it is kept. */
  get from(): number {
    return this.#from;
  }

  /** Lets only the columns from `from` on change, until it is set again. */
  keepUpTo(from: number): void {
    this.#from = Math.max(0, Math.min(this.width, from));
  }

  /** Moves the picture `k` columns to the left; the last `k` columns are then worth nothing. */
  shift(k: number): void {
    // What comes in at the right end of a row is the left end of the next: to be painted over.
    if (k > 0) this.pixels.copyWithin(0, k);
  }

  clear(ground: Packed): void {
    if (this.#from === 0) this.pixels.fill(ground);
    else for (let y = 0; y < this.height; y++) this.row(y, ground);
  }

  /** One row of pixels to the right edge: a gridline. */
  row(y: number, colour: Packed): void {
    const { width } = this;
    if (y >= 0 && y < this.height)
      this.pixels.fill(colour, y * width + this.#from, (y + 1) * width);
  }

  /** Accumulates straight pieces (x0, y0, x1, y1 each) as strokes `width` px wide with blunt ends. */
  segments(data: Float64Array, count: number, width: number): void {
    const half = width / 2;
    // Indices go into the calls, not coordinates: doubles would be boxed.
    for (let i = 0; i < 4 * count; i += 4) {
      const run = Math.abs(data[i + 2] - data[i]);
      const rise = Math.abs(data[i + 3] - data[i + 1]);
      if (rise > 2 * run) this.#steep(data, i, half);
      // False for NaN, too.
      else if (run > 0) this.#shallow(data, i, half);
    }
  }

  /** Blends the accumulated line over the picture, each pixel once, and forgets it. */
  stroke(colour: Packed): void {
    const { width, height, pixels } = this;
    const coverage = this.#coverage;
    const redBlue = colour & 0xff00ff;
    const green = colour & 0x00ff00;
    for (let c = this.#from; c < width; c++) {
      const top = this.#top[c];
      const bottom = this.#bottom[c];
      if (top >= bottom) continue;
      this.#top[c] = height;
      this.#bottom[c] = 0;
      let at = top * width + c;
      for (let i = c * height + top; i < c * height + bottom; i++, at += width) {
        const k = coverage[i];
        if (k === 0) continue;
        coverage[i] = 0;
        pixels[at] = mix(pixels[at], redBlue, green, k + (k >> 7));
      }
    }
  }

  /**
   * Blends the area between two lines through points `step` px apart, the first at `x0`: a band. Each column takes the
   * widest range within it, so that a peak of one point stays as tall as it is. NaN is a gap. Where the band is no
   * taller than `least` it is left out: the line on top of it covers it. `alpha`: 0 to 1. Points before `begin` are skipped.
   */
  band(
    x0: number,
    step: number,
    tops: Float32Array,
    bottoms: Float32Array,
    points: number,
    colour: Packed,
    alpha: number,
    least: number,
    begin = 0,
  ): void {
    const redBlue = colour & 0xff00ff;
    const green = colour & 0x00ff00;
    const full = Math.round(256 * alpha);
    for (let p = begin; p + 1 < points; p++) {
      const top = tops[p];
      const bottom = bottoms[p];
      const rise = (tops[p + 1] - top) / step;
      const fall = (bottoms[p + 1] - bottom) / step;
      // A column belongs to the pair of points between which it begins; a point on its border begins it, however the
      // sums that led there were rounded.
      const left = x0 + p * step;
      const end = Math.min(this.width, Math.ceil(left + step - 1e-6));
      for (let c = Math.max(this.#from, Math.ceil(left - 1e-6)); c < end; c++) {
        const near = c - left;
        const far = near + 1 < step ? near + 1 : step;
        const upper = top + rise * (rise < 0 ? far : near);
        const lower = bottom + fall * (fall > 0 ? far : near);
        // False for NaN.
        if (lower - upper > least) this.#column(c, upper, lower, redBlue, green, full);
      }
    }
  }

  #column(c: number, y0: number, y1: number, redBlue: number, green: number, full: number): void {
    const { width, pixels } = this;
    const top = y0 > 0 ? y0 : 0;
    const bottom = y1 < this.height ? y1 : this.height;
    if (!(bottom > top)) return;
    const first = Math.floor(top);
    const last = Math.ceil(bottom) - 1;
    let at = first * width + c;
    if (first === last) {
      pixels[at] = mix(pixels[at], redBlue, green, (full * (bottom - top)) | 0);
      return;
    }
    pixels[at] = mix(pixels[at], redBlue, green, (full * (first + 1 - top)) | 0);
    at += width;
    for (let r = first + 1; r < last; r++, at += width) {
      pixels[at] = mix(pixels[at], redBlue, green, full);
    }
    pixels[at] = mix(pixels[at], redBlue, green, (full * (bottom - last)) | 0);
  }

  /** Accumulates an upright bar, as wide as `x1 - x0`, to the fraction of a pixel. */
  bar(x0: number, x1: number, y0: number, y1: number): void {
    const top = Math.max(0, y0);
    const bottom = Math.min(this.height, y1);
    for (let c = Math.max(this.#from, Math.floor(x0)); c < Math.min(this.width, x1); c++) {
      const share = Math.min(c + 1, x1) - Math.max(c, x0);
      for (let r = Math.floor(top); r < bottom; r++) {
        this.#add(c, r, share * (Math.min(r + 1, bottom) - Math.max(r, top)));
      }
    }
  }

  /** Accumulates a ring drawn `width` px wide, or a square or diamond; a width of zero is what is inside it. */
  ring(x: number, y: number, radius: number, width: number, shape: Shape = 'circle'): void {
    const distance = DISTANCES[shape];
    const outer = radius + width / 2;
    for (let c = Math.floor(x - outer); c <= x + outer; c++) {
      if (c < this.#from || c >= this.width) continue;
      for (let r = Math.floor(y - outer); r <= y + outer; r++) {
        if (r < 0 || r >= this.height) continue;
        const d = distance(c + 0.5 - x, r + 0.5 - y);
        // Distance to the edge, as coverage of the pixel it crosses.
        const cover = 0.5 + (width > 0 ? width / 2 - Math.abs(d - radius) : radius - d);
        if (cover > 0) this.#add(c, r, Math.min(1, cover));
      }
    }
  }

  /** A piece no steeper than 2 in 1: column by column, the exact area of the stroke around it. */
  #shallow(data: Float64Array, i: number, halfWidth: number): void {
    const forth = data[i] <= data[i + 2];
    const x0 = forth ? data[i] : data[i + 2];
    const y0 = forth ? data[i + 1] : data[i + 3];
    const x1 = forth ? data[i + 2] : data[i];
    const y1 = forth ? data[i + 3] : data[i + 1];
    const slope = (y1 - y0) / (x1 - x0);
    const half = halfWidth * Math.sqrt(1 + slope * slope);
    const { height } = this;
    const coverage = this.#coverage;
    const end = Math.min(this.width, x1);
    for (let c = Math.max(this.#from, Math.floor(x0)); c < end; c++) {
      const left = c > x0 ? c : x0;
      const right = c + 1 < x1 ? c + 1 : x1;
      const yl = y0 + (left - x0) * slope;
      const yr = y0 + (right - x0) * slope;
      const low = (yl < yr ? yl : yr) - half;
      const high = (yl < yr ? yr : yl) - half;
      const top = Math.max(0, Math.floor(low));
      const bottom = Math.min(height, Math.ceil(high + 2 * half));
      if (top >= bottom) continue;
      this.#touch(c, top, bottom);
      const share = 255 * (right - left);
      let covered = below(top, low, high) - below(top - 2 * half, low, high);
      for (let r = top, at = c * height + top; r < bottom; r++, at++) {
        const next = below(r + 1, low, high) - below(r + 1 - 2 * half, low, high);
        coverage[at] += share * (next - covered);
        covered = next;
      }
    }
  }

  /** A steeper piece: the same, row by row. */
  #steep(data: Float64Array, i: number, halfWidth: number): void {
    const { width, height } = this;
    const coverage = this.#coverage;
    const down = data[i + 1] <= data[i + 3];
    const x0 = down ? data[i] : data[i + 2];
    const y0 = down ? data[i + 1] : data[i + 3];
    const x1 = down ? data[i + 2] : data[i];
    const y1 = down ? data[i + 3] : data[i + 1];
    const lean = (x1 - x0) / (y1 - y0);
    const half = halfWidth * Math.sqrt(1 + lean * lean);
    const begin = Math.max(0, Math.floor(y0));
    const stop = Math.min(height, Math.ceil(y1));
    if (begin >= stop) return;
    const kept = this.#from;
    const leftmost = Math.max(kept, Math.floor(Math.min(x0, x1) - half));
    const rightmost = Math.min(width, Math.ceil(Math.max(x0, x1) + half));
    for (let c = leftmost; c < rightmost; c++) this.#touch(c, begin, stop);
    for (let r = begin; r < stop; r++) {
      const from = r > y0 ? r : y0;
      const to = r + 1 < y1 ? r + 1 : y1;
      const xFrom = x0 + (from - y0) * lean;
      const xTo = x0 + (to - y0) * lean;
      const low = (xFrom < xTo ? xFrom : xTo) - half;
      const high = (xFrom < xTo ? xTo : xFrom) - half;
      const first = Math.max(kept, Math.floor(low));
      const end = Math.min(width, Math.ceil(high + 2 * half));
      const share = 255 * (to - from);
      let covered = below(first, low, high) - below(first - 2 * half, low, high);
      for (let c = first; c < end; c++) {
        const next = below(c + 1, low, high) - below(c + 1 - 2 * half, low, high);
        coverage[c * height + r] += share * (next - covered);
        covered = next;
      }
    }
  }

  #touch(c: number, top: number, bottom: number): void {
    if (top < this.#top[c]) this.#top[c] = top;
    if (bottom > this.#bottom[c]) this.#bottom[c] = bottom;
  }

  #add(c: number, r: number, share: number): void {
    this.#touch(c, r, r + 1);
    this.#coverage[c * this.height + r] += 255 * share;
  }
}

/** Mean of max(0, y - u) over u between `low` and `high`: the area below an edge that slopes across one pixel. */
function below(y: number, low: number, high: number): number {
  if (y <= low) return 0;
  if (y >= high) return y - (low + high) / 2;
  return ((y - low) * (y - low)) / (2 * (high - low));
}

/** `k` of 256 parts of a colour over `under`; two channels are multiplied at once. */
function mix(under: Packed, redBlue: number, green: number, k: number): Packed {
  const rest = 256 - k;
  const rb = ((Math.imul(under & 0xff00ff, rest) + Math.imul(redBlue, k)) >>> 8) & 0xff00ff;
  const g = ((Math.imul(under & 0x00ff00, rest) + Math.imul(green, k)) >>> 8) & 0x00ff00;
  return (0xff000000 | rb | g) >>> 0;
}
