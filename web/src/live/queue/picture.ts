import { paintBehind, paintMoving, type Scene } from './painter';

/** While the run plays, the texts and the windows are drawn again at most this often, ms: nobody reads them faster. */
const BEHIND_MS = 100;

/** The picture: the packets on a canvas of their own, above another one with all that seldom changes. */
export class Picture {
  readonly #packets: HTMLCanvasElement;
  readonly #behind: HTMLCanvasElement;
  #scene: Scene | undefined;
  #behindAt = -Infinity;

  constructor(packets: HTMLCanvasElement, behind: HTMLCanvasElement) {
    this.#packets = packets;
    this.#behind = behind;
  }

  /** Draws a scene of this size in CSS px. `isExact`: all texts belong to this moment. */
  paint(scene: Scene, width: number, height: number, nowMs: number, isExact: boolean): void {
    const ratio = devicePixelRatio;
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    let isStale = isExact || scene !== this.#scene || nowMs - this.#behindAt >= BEHIND_MS;
    for (const canvas of [this.#packets, this.#behind]) {
      if (canvas.width === w && canvas.height === h) continue;
      [canvas.width, canvas.height] = [w, h];
      isStale = true;
    }
    const c = this.#packets.getContext('2d');
    const behind = isStale ? this.#behind.getContext('2d', { alpha: false }) : undefined;
    if (behind) {
      behind.setTransform(ratio, 0, 0, ratio, 0, 0);
      paintBehind(behind, width, height, scene);
      [this.#scene, this.#behindAt] = [scene, nowMs];
    }
    if (!c) return;
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, width, height);
    paintMoving(c, scene);
  }
}
