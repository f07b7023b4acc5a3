import { getContext, setContext, tick } from 'svelte';
import { measureIn } from '../../../kit/charts';
import { inNextTask } from '../../../shared/shell/next-task';

/**
 * Builds the parts of the live run one after the other, each in a task of its own. As one task they would block a slow phone for
 * half a second.
 */
export class Building {
  /** All parts of the first view are built. The page is shown from then on, so nothing moves while it is built. */
  isShown = $state(false);
  #isDone = false;
  readonly #first: (() => void)[] = [];
  readonly #late: (() => void)[] = [];

  constructor() {
    measureIn(inNextTask);
    inNextTask(this.#next);
  }

  /** Calls `build` in a task of its own, after the parts before it; at once if all parts are built. `isLate`: after the first view. */
  add(build: () => void, isLate = false): void {
    if (this.#isDone) build();
    else (isLate ? this.#late : this.#first).push(build);
  }

  readonly #next = (): void => {
    const first = this.#first.shift();
    if (!first && !this.isShown) {
      this.isShown = true;
      // Late parts would delay the first picture.
      return void requestAnimationFrame(() => requestAnimationFrame(this.#next));
    }
    const build = first ?? this.#late.shift();
    if (!build) {
      this.#isDone = true;
      return measureIn();
    }
    build();
    // Its own parts are added, and its elements are measured, before the next part.
    void tick().finally(() => inNextTask(this.#next, this.isShown));
  };
}

const KEY = Symbol('building');

export const provideBuilding = (): Building => setContext(KEY, new Building());
export const useBuilding = (): Building => getContext<Building>(KEY);
