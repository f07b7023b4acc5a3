/** A later failure counts as the same one if it is at most this much after the first, s. */
const BEYOND_S = 1;

/** Why nothing runs, and what to do. */
export const UNLOADED =
  'The simulator could not be loaded: the page does not reach its server. Connect to the network, then try again. A page that was once loaded completely also works without a network.';

/** Stores where the simulator failed, so that a run that always fails at the same time is restarted only once. */
export class Failures {
  #document: string | undefined;
  #atS = 0;

  /** Records a failure of `document` at `atS`. Returns whether it failed at about the same time before. */
  isRepeated(document: string, atS: number): boolean {
    const isSame = this.#document === document && atS <= this.#atS + BEYOND_S;
    this.#document = document;
    this.#atS = atS;
    return isSame;
  }

  clear(): void {
    this.#document = undefined;
  }
}
