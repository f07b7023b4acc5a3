/** Letters typed within this time belong together, ms. */
const TOGETHER_MS = 800;

/** Finds the item of a list that the user types. */
export class Typed {
  #text = '';
  #atMs = -Infinity;

  /**
   * Returns the index of the next label in which a word starts with the letters typed so far; -1 if there is none. The item at
   * `at` stays the choice while more letters fit it; a letter typed alone goes on to the next item.
   */
  find(letter: string, nowMs: number, labels: readonly string[], at: number): number {
    if (nowMs - this.#atMs > TOGETHER_MS) this.#text = '';
    this.#atMs = nowMs;
    this.#text += letter.toLowerCase();
    const alone = this.#text.length === 1;
    const start = alone ? at + 1 : Math.max(at, 0);
    const order = labels.map((_, i) => (start + i) % labels.length);
    const fits = (i: number): boolean =>
      startsWord(labels[i].toLowerCase(), this.#text.trimStart());
    return order.find(fits) ?? -1;
  }
}

const startsWord = (label: string, text: string): boolean =>
  label.startsWith(text) || label.split(/[\s-]+/).some((word) => word.startsWith(text));
