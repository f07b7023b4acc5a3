import { MediaQuery } from 'svelte/reactivity';
import { Remembered } from './remembered.svelte';

/** Light or dark: the system's theme until the user selects one. */
class Theme {
  #system = new MediaQuery('(prefers-color-scheme: dark)');
  #choice = new Remembered('aqm-theme');

  get dark(): boolean {
    const { value } = this.#choice;
    return value === 'dark' || (value !== 'light' && this.#system.current);
  }

  toggle(): void {
    this.#choice.set(this.dark ? 'light' : 'dark');
    this.apply();
  }

  apply(): void {
    const { value } = this.#choice;
    if (value === 'light' || value === 'dark') document.documentElement.dataset['theme'] = value;
  }
}

export const theme = new Theme();
