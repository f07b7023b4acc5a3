import type { Pen } from '../../../kit/charts/drawing';
import { dashed, short } from './text';

/**
 * The pen of the plots on the page, which writes SVG instead of pixels: plots in files are painted by the same code. A clip is not
 * written, because the picture clips each plot itself.
 */
export class SvgPen implements Pen {
  readonly canvas: HTMLCanvasElement;
  fillStyle = '#000';
  strokeStyle = '#000';
  globalAlpha = 1;
  lineWidth = 1;
  lineJoin: CanvasLineJoin = 'miter';
  readonly #parts: string[] = [];
  #path: string[] = [];
  #dash: readonly number[] = [];
  #x = 0;
  #y = 0;

  constructor(width: number, height: number) {
    // The painter reads the size only.
    this.canvas = { width, height } as HTMLCanvasElement;
  }

  get svg(): string {
    return this.#parts.join('\n');
  }

  beginPath(): void {
    this.#path = [];
  }
  moveTo(x: number, y: number): void {
    this.#path.push(`M${this.#at(x, y)}`);
  }
  lineTo(x: number, y: number): void {
    this.#path.push(`L${this.#at(x, y)}`);
  }
  /** Only whole circles are painted. */
  arc(x: number, y: number, r: number): void {
    const [d, radius] = [short(2 * r), short(r)];
    this.#path.push(
      `M${this.#at(x + r, y)}a${radius} ${radius} 0 1 1 -${d} 0a${radius} ${radius} 0 1 1 ${d} 0z`,
    );
  }
  rect(x: number, y: number, width: number, height: number): void {
    this.#path.push(`M${this.#at(x, y)}h${short(width)}v${short(height)}h${short(-width)}z`);
  }
  closePath(): void {
    this.#path.push('z');
  }
  fill(): void {
    if (this.#path.length === 0) return;
    const opacity = this.globalAlpha < 1 ? ` fill-opacity="${short(this.globalAlpha)}"` : '';
    this.#parts.push(`<path d="${this.#path.join('')}" fill="${this.fillStyle}"${opacity}/>`);
  }
  stroke(): void {
    if (this.#path.length === 0) return;
    const opacity = this.globalAlpha < 1 ? ` stroke-opacity="${short(this.globalAlpha)}"` : '';
    this.#parts.push(
      `<path d="${this.#path.join('')}" fill="none" stroke="${this.strokeStyle}" stroke-width="${short(this.lineWidth)}" stroke-linejoin="${this.lineJoin}"${dashed(this.#dash)}${opacity}/>`,
    );
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    this.#parts.push(
      `<rect x="${short(x + this.#x)}" y="${short(y + this.#y)}" width="${short(width)}" height="${short(height)}" fill="${this.fillStyle}"/>`,
    );
  }
  setLineDash(dash: readonly number[]): void {
    this.#dash = dash;
  }
  translate(dx: number, dy: number): void {
    this.#x += dx;
    this.#y += dy;
  }
  clip(): void {
    // See above.
  }
  save(): void {
    // Only the clip would be saved.
  }
  restore(): void {
    // As above.
  }
  drawImage(): void {
    throw new Error('a picture in a file is painted once');
  }

  #at(x: number, y: number): string {
    return `${short(x + this.#x)} ${short(y + this.#y)}`;
  }
}
