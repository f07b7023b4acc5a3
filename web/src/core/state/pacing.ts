import { tickFrom } from '../document/timeline';

/** More wall time than this between two frames is not caught up: a hidden or stuck page pauses instead of jumping. */
const LONGEST_FRAME_MS = 100;
/** Typical time between two frames. */
const FRAME_MS = 17;
/** Bounds of the time requested at once, s. It grows while slices take less than `QUICK_SLICE_MS`. */
const [LEAST_REACH_S, MOST_REACH_S] = [0.02, 20];
const QUICK_SLICE_MS = 3;
/** Slices that may arrive between two frames during play. */
const UNDRAWN = 12;
/** The speed is not measured over more wall time than this, because the run may have paused meanwhile. */
const LONGEST_MEASURE_MS = 1000;

/** Relates simulated to wall time: the target of the run, the length of the next slice, and the speed. */
export class Pacing {
  /** Target of the run according to wall time, s. */
  #targetS = 0;
  #lastFrame = NaN;
  /** Time that the engine of the present run has reached; during a computation this is not the visible time. */
  #engineS = 0;
  /** Simulated time that the workers compute in about half a slice, s. */
  #reachS = LEAST_REACH_S;
  #undrawn = 0;
  /** Wall time by which the next slice may be ahead of the target, ms. */
  #leadMs = 0;
  /** Start of the speed's measurement, in wall and in simulated time. */
  #measured = -Infinity;
  #measuredS = 0;

  /** Starts the clock at `nowS`. */
  start(nowS: number, now: number): void {
    this.#targetS = nowS;
    this.#lastFrame = now;
    this.#measuredS = nowS;
    this.#measured = now;
  }

  /** A run or a revision begins; its speed must be measured. */
  begin(): void {
    this.#engineS = 0;
    this.#reachS = LEAST_REACH_S;
  }

  /** The run is complete up to `engineS`. */
  begun(engineS: number): void {
    this.#engineS = engineS;
  }

  /** The page has drawn the received data. */
  drawn(): void {
    this.#undrawn = 0;
  }

  get mayRequest(): boolean {
    return this.#undrawn < UNDRAWN;
  }

  /** Lets the next slice reach the time of the next visible frame. */
  lead(): void {
    this.#leadMs = FRAME_MS;
  }

  get leads(): boolean {
    return this.#leadMs > 0;
  }

  /** The slice after `lead` has been requested. */
  led(): void {
    this.#leadMs = 0;
  }

  /**
   * Advances the target by the passed wall time. A slow machine does not have to catch up: the target stays
   * within one long frame of the run.
   */
  pass(nowS: number, speed: number, now: number): void {
    const wallMs = Math.min(LONGEST_FRAME_MS, Math.max(0, now - this.#lastFrame));
    this.#lastFrame = now;
    if (speed === Infinity) {
      // At maximum speed the target is the present time of the run.
      this.#targetS = Infinity;
      return;
    }
    const most = nowS + (LONGEST_FRAME_MS / 1000) * speed;
    this.#targetS = Math.min(this.#targetS + (wallMs / 1000) * speed, most);
  }

  /** Returns the target of the next slice, in whole milliseconds, so that a link can contain the time of every pause. */
  aim(nowS: number, speed: number): number {
    // At most about one slice ahead, because a change cannot take effect before the requested time.
    const reach = tickFrom(nowS + this.#reachS);
    if (speed === Infinity) return reach;
    const targetS = this.#targetS + (this.#leadMs / 1000) * speed;
    const tick = Math.floor(targetS * 1000 + 1e-6) / 1000;
    return Math.min(tick, reach);
  }

  /** A slice with target `requestedS` arrived; it took `tookMs`. */
  arrived(nowS: number, tookMs: number, requestedS: number): void {
    const movedS = nowS - this.#engineS;
    this.#engineS = nowS;
    this.#undrawn++;
    if (nowS < requestedS) this.#reachS = Math.max(LEAST_REACH_S, movedS);
    else if (tookMs < QUICK_SLICE_MS && movedS >= this.#reachS / 2)
      this.#reachS = Math.min(MOST_REACH_S, 2 * this.#reachS);
  }

  /** A slice of a computation to the target time arrived. */
  arrivedOnTheWay(nowS: number, tookMs: number): void {
    if (tookMs > QUICK_SLICE_MS) {
      const reachS = ((nowS - this.#engineS) * QUICK_SLICE_MS) / tookMs;
      this.#reachS = Math.min(MOST_REACH_S, Math.max(LEAST_REACH_S, reachS));
    }
    this.#engineS = nowS;
  }

  /** Returns the wall time since the last measurement of the speed, ms. */
  sinceMeasured(now: number): number {
    return now - this.#measured;
  }

  /** Returns the simulated seconds per wall second since the last measurement; undefined after a longer pause. */
  measure(nowS: number, now: number): number | undefined {
    const tookMs = this.sinceMeasured(now);
    const movedS = Math.max(0, nowS - this.#measuredS);
    this.#measured = now;
    this.#measuredS = nowS;
    return tookMs < LONGEST_MEASURE_MS ? (movedS / tookMs) * 1000 : undefined;
  }
}
