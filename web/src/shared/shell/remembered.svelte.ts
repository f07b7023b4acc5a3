/** A choice of the user that the browser stores; undefined before the first choice. */
export class Remembered {
  readonly #key: string;
  #value = $state<string | null>(null);

  constructor(key: string) {
    this.#key = key;
    try {
      this.#value = localStorage.getItem(key);
    } catch {
      // Private windows may refuse storage; the choice then lasts as long as the page.
    }
  }

  get value(): string | null {
    return this.#value;
  }

  set(value: string): void {
    this.#value = value;
    try {
      localStorage.setItem(this.#key, value);
    } catch {
      // As above.
    }
  }
}
