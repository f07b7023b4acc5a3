import { MediaQuery } from 'svelte/reactivity';
import { Remembered } from './remembered.svelte';

/** Everything larger, for those in the last row: on a wall or in a lecture hall, or when the user says so. */
class Presenter {
  /** So many CSS pixels are a wall. */
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
