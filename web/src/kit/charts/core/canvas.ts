/** The 2D context of a canvas whose bitmap has as many pixels as the screen. */
export class Surface {
  #canvas: HTMLCanvasElement;
  #context: CanvasRenderingContext2D;

  constructor(canvas: HTMLCanvasElement) {
    // Without alpha the compositor does not blend. Without a GPU, a bitmap in main memory is faster.
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (!context) throw new Error('this browser gives no canvas to draw on');
    this.#canvas = canvas;
    this.#context = context;
  }

  /** Returns the context of a bitmap of this size in device pixels. The picture is kept while the size stays equal. */
  context(width: number, height: number): CanvasRenderingContext2D {
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
    }
    return this.#context;
  }
}
