import { paintBehind, paintMoving, type Scene } from './painter';

/** While the run plays, the texts and the windows are drawn again at most this often, ms: nobody reads them faster. */
const BEHIND_MS = 100;

/** The picture on the canvas. What lies behind the packets is drawn once and copied into each frame. */
export class Picture {
  readonly #canvas: HTMLCanvasElement;
  readonly #behind = document.createElement('canvas');
  #scene: Scene | undefined;
  #behindAt = -Infinity;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
  }

  /** Draws a scene of this size in CSS px. `isExact`: all texts belong to this moment. */
  paint(scene: Scene, width: number, height: number, nowMs: number, isExact: boolean): void {
    const ratio = devicePixelRatio;
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    let isStale = isExact || scene !== this.#scene || nowMs - this.#behindAt >= BEHIND_MS;
    for (const canvas of [this.#canvas, this.#behind]) {
      if (canvas.width === w && canvas.height === h) continue;
      [canvas.width, canvas.height] = [w, h];
      isStale = true;
    }
    const [c, behind] = [this.#canvas, this.#behind].map((canvas) =>
      canvas.getContext('2d', { alpha: false }),
    );
    if (!c || !behind) return;
    if (isStale) {
      behind.setTransform(ratio, 0, 0, ratio, 0, 0);
      paintBehind(behind, width, height, scene);
      [this.#scene, this.#behindAt] = [scene, nowMs];
    }
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.drawImage(this.#behind, 0, 0);
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintMoving(c, scene);
  }
}
