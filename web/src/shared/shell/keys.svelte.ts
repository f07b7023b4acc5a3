import { Remembered } from './remembered.svelte';

/** Whether letters and signs are shortcuts (WCAG 2.1.4): on until the user switches them off. */
class SingleKeys {
  #choice = new Remembered('aqm-single-keys');

  get on(): boolean {
    return this.#choice.value !== 'off';
  }

  set(on: boolean): void {
    this.#choice.set(on ? 'on' : 'off');
  }
}

export const singleKeys = new SingleKeys();
