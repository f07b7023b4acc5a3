/** The 2D context of a canvas whose bitmap has as many pixels as the screen. */
export class Surface {
  #canvas: HTMLCanvasElement;
  #context: CanvasRenderingContext2D;

  constructor(canvas: HTMLCanvasElement) {
    // Without alpha the compositor need not blend. A bitmap in main memory is the faster one where no GPU helps.
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (!context) throw new Error('this browser gives no canvas to draw on');
    this.#canvas = canvas;
    this.#context = context;
  }

  /** Returns the context of a bitmap of that many device pixels; the picture stays while the size stays. */
  context(width: number, height: number): CanvasRenderingContext2D {
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
    }
    return this.#context;
  }
}
