import { type Packed, pack, Raster } from './raster';

/** The bitmap of a canvas that is painted pixel by pixel. */
export class Surface {
  #canvas: HTMLCanvasElement;
  #context: CanvasRenderingContext2D;
  #image: ImageData | undefined;
  #raster: Raster | undefined;

  constructor(canvas: HTMLCanvasElement) {
    // Without alpha the compositor need not blend. The pixels come from us, so they may stay in main memory.
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (!context) throw new Error('this browser gives no canvas to draw on');
    this.#canvas = canvas;
    this.#context = context;
  }

  /** A raster of that many device pixels, the same one while the size stays. */
  raster(width: number, height: number): Raster {
    if (this.#raster?.width !== width || this.#raster.height !== height) {
      // Assigning a size throws the bitmap away, so only when it changes.
      this.#canvas.width = width;
      this.#canvas.height = height;
      this.#image = new ImageData(width, height);
      this.#raster = new Raster(width, height, new Uint32Array(this.#image.data.buffer));
    }
    return this.#raster;
  }

  /** Shows the raster from column `from` on; what is left of it has not changed. */
  show(from = 0): void {
    if (!this.#image) return;
    const { width, height } = this.#image;
    if (from < width) this.#context.putImageData(this.#image, 0, 0, from, 0, width - from, height);
  }
}

let probe: CanvasRenderingContext2D | null = null;

/** Any CSS colour as the canvas would paint it; no `var()`, and opaque. */
export function packColour(css: string): Packed {
  probe ??= new OffscreenCanvas(1, 1).getContext('2d', {
    willReadFrequently: true,
  }) as unknown as CanvasRenderingContext2D | null;
  if (!probe) throw new Error('this browser gives no canvas to read colours from');
  probe.fillStyle = css;
  probe.fillRect(0, 0, 1, 1);
  const [r, g, b] = probe.getImageData(0, 0, 1, 1).data;
  return pack(r, g, b);
}
