import { MediaQuery } from 'svelte/reactivity';
import { Remembered } from './remembered.svelte';

/** Whether everything is larger, for a lecture hall: on very large screens, or by the user's choice. */
class Presenter {
  /** Width of a very large screen, CSS px. */
  #wall = new MediaQuery('(min-width: 2200px) and (min-height: 1200px)');
  #choice = new Remembered('aqm-presenter');

  get on(): boolean {
    const { value } = this.#choice;
    return value === 'on' || (value !== 'off' && this.#wall.current);
  }

  set(on: boolean): void {
    this.#choice.set(on ? 'on' : 'off');
  }
}

export const presenter = new Presenter();
