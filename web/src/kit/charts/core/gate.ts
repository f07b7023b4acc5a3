/**
 * Draws at most once per frame and plot, without a frame of delay: the first request of a frame draws at once, and further
 * requests are merged into one drawing in the next frame.
 */
export class DrawGate {
  #draw: () => void;
  #frame: ((callback: () => void) => number) | undefined;
  #cancel: ((handle: number) => void) | undefined;
  #handle: number | undefined;
  #pending = false;

  constructor(
    draw: () => void,
    frame: (callback: () => void) => number = (f) => requestAnimationFrame(f),
    cancel: (handle: number) => void = (h) => cancelAnimationFrame(h),
  ) {
    this.#draw = draw;
    this.#frame = frame;
    this.#cancel = cancel;
  }

  request(): void {
    if (this.#handle !== undefined) {
      this.#pending = true;
      return;
    }
    this.#arm();
    this.#draw();
  }

  /** No drawing happens after this. */
  stop(): void {
    if (this.#handle !== undefined) this.#cancel?.(this.#handle);
    this.#handle = undefined;
    this.#frame = undefined;
  }

  #arm(): void {
    this.#handle = this.#frame?.(() => {
      this.#handle = undefined;
      if (!this.#pending) return;
      this.#pending = false;
      this.#arm();
      this.#draw();
    });
  }
}
