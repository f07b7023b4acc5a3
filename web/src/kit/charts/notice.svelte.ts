/** How long a notice stays, ms. */
const SHOWN_MS = 4000;

/** The notice of a changed axis: a text that disappears after a while. */
export class Notice {
  text = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(text: string): void {
    this.text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.text = ''), SHOWN_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.text = '';
  }
}
