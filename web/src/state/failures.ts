/** A run that gets this much beyond the place of a failure, s, did not fail there for good. */
const BEYOND_S = 1;

/** Remembers where the simulator failed, so that a run that always fails at the same place is not restarted for ever. */
export class Failures {
  #document: string | undefined;
  #atS = 0;

  /** Records a failure of `document` at `atS`. Returns whether it failed at about the same place before. */
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
