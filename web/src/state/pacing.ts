import { tickFrom } from '../sim/timeline';

/** More wall time than this between two frames is not caught up: a hidden or stuck page pauses instead of jumping. */
const LONGEST_FRAME_MS = 100;
/** About what passes between two frames. */
const FRAME_MS = 17;
/** Bounds of what is asked for at once, s; in between it grows while slices are quicker than this. */
const [LEAST_REACH_S, MOST_REACH_S] = [0.02, 20];
const QUICK_SLICE_MS = 3;
/** Slices that may arrive undrawn between two frames while it plays. */
const UNDRAWN = 12;
/** A rate is not told of more wall time than this: the run did not play all of it. */
const LONGEST_MEASURE_MS = 1000;

/** Simulated and wall time: how far the run should be, how far it may be asked to go at once, and how fast it is. */
export class Pacing {
  /** Where wall time says the run should be, s. */
  #wishS = 0;
  #lastFrame = NaN;
  /** Where the engine of the current run is; while one is computed not what is shown. */
  #engineS = 0;
  /** How much simulated time the workers get through in about half a slice, s. */
  #reachS = LEAST_REACH_S;
  #undrawn = 0;
  /** Wall time by which the next slice may be ahead of the wish, ms. */
  #leadMs = 0;
  /** Since when, in wall and in simulated time, the rate is measured. */
  #measured = -Infinity;
  #measuredS = 0;

  /** Time begins to pass at `nowS`. */
  start(nowS: number, now: number): void {
    this.#wishS = nowS;
    this.#lastFrame = now;
    this.#measuredS = nowS;
    this.#measured = now;
  }

  /** A run, or a revision of one, begins to be computed: how quick it is must be learnt. */
  begin(): void {
    this.#engineS = 0;
    this.#reachS = LEAST_REACH_S;
  }

  /** The run is there, at `engineS`. */
  begun(engineS: number): void {
    this.#engineS = engineS;
  }

  /** The page has drawn what it got. */
  drawn(): void {
    this.#undrawn = 0;
  }

  get mayAsk(): boolean {
    return this.#undrawn < UNDRAWN;
  }

  /** The next slice may go to where time will be when the next frame is seen. */
  lead(): void {
    this.#leadMs = FRAME_MS;
  }

  get leads(): boolean {
    return this.#leadMs > 0;
  }

  /** The slice that `lead` was for is asked for. */
  led(): void {
    this.#leadMs = 0;
  }

  /**
   * Moves the wish on by the wall time that has passed. What the machine cannot keep up with is not owed: the wish stays
   * within one long frame of where the run is.
   */
  pass(nowS: number, speed: number, now: number): void {
    const wallMs = Math.min(LONGEST_FRAME_MS, Math.max(0, now - this.#lastFrame));
    this.#lastFrame = now;
    if (speed === Infinity) {
      // Whoever wants a speed again is where the run has come to.
      this.#wishS = Infinity;
      return;
    }
    const most = nowS + (LONGEST_FRAME_MS / 1000) * speed;
    this.#wishS = Math.min(this.#wishS + (wallMs / 1000) * speed, most);
  }

  /** Where the next slice shall go: on whole milliseconds, so that every pause can be told in a link. */
  aim(nowS: number, speed: number): number {
    // Not much further than one slice gets: a change takes effect no earlier than what has been asked for.
    const reach = tickFrom(nowS + this.#reachS);
    if (speed === Infinity) return reach;
    const wishS = this.#wishS + (this.#leadMs / 1000) * speed;
    const tick = Math.floor(wishS * 1000 + 1e-6) / 1000;
    return Math.min(tick, reach);
  }

  /** A slice came, of `tookMs`, that had been asked to go to `askedS`. */
  learn(nowS: number, tookMs: number, askedS: number): void {
    const movedS = nowS - this.#engineS;
    this.#engineS = nowS;
    this.#undrawn++;
    if (nowS < askedS) this.#reachS = Math.max(LEAST_REACH_S, movedS);
    else if (tookMs < QUICK_SLICE_MS && movedS >= this.#reachS / 2)
      this.#reachS = Math.min(MOST_REACH_S, 2 * this.#reachS);
  }

  /** A slice came of a run that is computed as far as it goes. */
  learnOnTheWay(nowS: number, tookMs: number): void {
    if (tookMs > QUICK_SLICE_MS) {
      const reachS = ((nowS - this.#engineS) * QUICK_SLICE_MS) / tookMs;
      this.#reachS = Math.min(MOST_REACH_S, Math.max(LEAST_REACH_S, reachS));
    }
    this.#engineS = nowS;
  }

  /** Wall time since the rate was measured last, ms. */
  sinceMeasured(now: number): number {
    return now - this.#measured;
  }

  /** Simulated seconds per wall second since it was measured last; undefined after a longer rest. */
  measure(nowS: number, now: number): number | undefined {
    const tookMs = this.sinceMeasured(now);
    const movedS = Math.max(0, nowS - this.#measuredS);
    this.#measured = now;
    this.#measuredS = nowS;
    return tookMs < LONGEST_MEASURE_MS ? (movedS / tookMs) * 1000 : undefined;
  }
}
