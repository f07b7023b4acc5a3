import type { LaneColumns } from '../sim/series';
import type { Run } from './run.svelte';

/** The former result is drawn until the controls have rested for this time, ms. */
const RESTS_MS = 1000;

/** The result before the present movement of a control, which is drawn behind the new one in the mode "Whole run". */
export class FormerLanes {
  /** Undefined if no control moves. */
  lanes = $state.raw<readonly LaneColumns[]>();
  readonly #run: Pick<Run, 'lanes' | 'phase'>;
  readonly #later: (callback: () => void, ms: number) => () => void;
  #cancel: (() => void) | undefined;

  constructor(
    run: Pick<Run, 'lanes' | 'phase'>,
    later: (callback: () => void, ms: number) => () => void,
  ) {
    this.#run = run;
    this.#later = later;
  }

  /** A control moves. The first movement after a rest keeps the present result. */
  keep(): void {
    this.lanes ??= this.#run.lanes;
    this.#wait();
  }

  drop(): void {
    this.#cancel?.();
    this.lanes = undefined;
  }

  #wait(): void {
    this.#cancel?.();
    this.#cancel = this.#later(() => {
      // The comparison is worth something only when the new result is complete.
      if (this.#run.phase === 'busy') this.#wait();
      else this.drop();
    }, RESTS_MS);
  }
}
