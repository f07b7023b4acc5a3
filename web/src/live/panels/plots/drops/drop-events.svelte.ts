import type { LoggedEvent } from '../../../../core/sim/events.generated';
import type { Run } from '../../../../core/state/run.svelte';
import { type Known, MOST_SPAN_S } from './ticks';

/** Time without a change of the window before its events are simulated again, ms of the wall clock. */
const REST_MS = 120;
/** With more events of a lane in a window, ticks would be a solid bar, and the list of a bin too long. */
const MOST = 5000;

/** Finds the drops and marks of all lanes in the visible window, while the run does not play. */
export class DropEvents {
  known = $state.raw<Known>();

  readonly #run: Pick<Run, 'team' | 'lanes'>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #of: readonly unknown[] = [];
  /** Number of the latest request. */
  #request = 0;

  constructor(run: Pick<Run, 'team' | 'lanes'>) {
    this.#run = run;
  }

  /** Returns whether each event in this window is known, and has room for a tick. */
  covers(t0: number, t1: number): boolean {
    const { known } = this;
    return (
      known !== undefined &&
      t1 - t0 <= MOST_SPAN_S + 1e-9 &&
      known.fromS <= Math.max(0, t0) &&
      known.toS >= t1
    );
  }

  /**
   * Requests the events of a window, with half as much before and after it, if the run rests. `of` identifies the run: the events of
   * another one are forgotten.
   */
  look(t0: number, t1: number, of: readonly unknown[], rests: boolean): void {
    if (of.some((part, i) => part !== this.#of[i])) this.#forget();
    this.#of = of;
    if (this.covers(t0, t1)) return;
    clearTimeout(this.#timer);
    if (!rests || t1 - t0 > MOST_SPAN_S + 1e-9) return;
    this.#timer = setTimeout(
      () => void this.#find(t0 - (t1 - t0) / 2, t1 + (t1 - t0) / 2),
      REST_MS,
    );
  }

  async #find(fromS: number, toS: number): Promise<void> {
    const request = ++this.#request;
    const lanes: (readonly LoggedEvent[])[] = [];
    for (let lane = 0; lane < this.#run.lanes.length; lane++) {
      const found = await this.list(lane, fromS, toS);
      if (request !== this.#request || !found) return;
      lanes.push(found);
    }
    this.known = { fromS: Math.max(0, fromS), toS, lanes };
  }

  /** Returns the events of a lane in a span; undefined if there are too many, or if the run has changed. */
  async list(
    lane: number,
    fromS: number,
    toS: number,
  ): Promise<readonly LoggedEvent[] | undefined> {
    const found = await this.#run.team.events(lane, Math.max(0, fromS), toS);
    return found && found.eventCount <= Math.min(MOST, found.events.length)
      ? found.events
      : undefined;
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#request++;
    this.known = undefined;
  }
}
