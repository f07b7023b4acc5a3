import type { Pen } from '../paint';

/** A point, px. */
export type Point = readonly [x: number, y: number];

/** One painting call: subpaths of points, and their style. */
export interface Ink {
  readonly kind: 'fill' | 'stroke';
  readonly colour: string;
  readonly dash: readonly number[];
  readonly alpha: number;
  readonly paths: readonly (readonly Point[])[];
}

/** Records all painting. A circle is recorded as its leftmost, topmost, rightmost and lowest point. */
export class Recorder implements Pen {
  readonly canvas: HTMLCanvasElement;
  fillStyle = '';
  strokeStyle = '';
  globalAlpha = 1;
  lineWidth = 1;
  lineJoin: CanvasLineJoin = 'miter';
  inks: Ink[] = [];
  /** Number of columns that the picture was moved to the left. */
  moved = 0;
  /** Left edge of the clip. */
  clippedAt = 0;
  #paths: Point[][] = [];
  #dash: number[] = [];
  #origin: Point = [0, 0];

  constructor(width: number, height: number) {
    this.canvas = { width, height } as HTMLCanvasElement;
  }

  /** Clears the record. */
  clear(): void {
    this.inks = [];
    this.moved = 0;
  }

  beginPath(): void {
    this.#paths = [];
  }
  moveTo(x: number, y: number): void {
    this.#paths.push([]);
    this.lineTo(x, y);
  }
  lineTo(x: number, y: number): void {
    if (this.#paths.length === 0) this.#paths.push([]);
    this.#paths.at(-1)!.push([x + this.#origin[0], y + this.#origin[1]]);
  }
  arc(x: number, y: number, r: number): void {
    for (const [dx, dy] of [
      [-r, 0],
      [0, -r],
      [r, 0],
      [0, r],
    ])
      this.lineTo(x + dx, y + dy);
  }
  rect(x: number, y: number, width: number, height: number): void {
    this.moveTo(x, y);
    this.lineTo(x + width, y);
    this.lineTo(x + width, y + height);
    this.lineTo(x, y + height);
  }
  closePath(): void {
    // The end of a path gives its position.
  }
  clip(): void {
    this.clippedAt = Math.min(...this.#paths.flat().map(([x]) => x));
  }
  fill(): void {
    this.#ink('fill', this.fillStyle);
  }
  stroke(): void {
    this.#ink('stroke', this.strokeStyle);
  }
  fillRect(): void {
    // Background and grid are not tested.
  }
  setLineDash(dash: number[]): void {
    this.#dash = dash;
  }
  drawImage(_: CanvasImageSource, dx: number): void {
    this.moved = -dx;
  }
  translate(dx: number, dy: number): void {
    this.#origin = [this.#origin[0] + dx, this.#origin[1] + dy];
  }
  save(): void {
    // The clip is recorded anew for each picture.
  }
  restore(): void {
    // As above.
  }

  #ink(kind: Ink['kind'], colour: string): void {
    if (this.#paths.length === 0) return;
    const paths = this.#paths.map((path) => [...path]);
    this.inks.push({ kind, colour, dash: this.#dash, alpha: this.globalAlpha, paths });
  }
}
