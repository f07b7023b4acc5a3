export type DialogName = 'description' | 'help';

/** What is open above the live run. */
export class DialogState {
  shown = $state<DialogName>();
  /** The sheet "Take away" is open; `challenge`: it was opened to make a challenge. */
  taking = $state<boolean | 'challenge'>(false);
  /** The clock of the header is a field that takes a time. */
  typingTime = $state(false);

  close(): void {
    this.shown = undefined;
  }
}
