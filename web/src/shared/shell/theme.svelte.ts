import { MediaQuery } from 'svelte/reactivity';
import { Remembered } from './remembered.svelte';

/** Light or dark: the theme of the page around or of the system, until the user selects one. */
class Theme {
  #system = new MediaQuery('(prefers-color-scheme: dark)');
  #choice = new Remembered('aqm-theme');

  /** The theme of the page around, if that is known. */
  around = $state<'light' | 'dark'>();

  get #chosen(): string | undefined {
    const { value } = this.#choice;
    return value === 'light' || value === 'dark' ? value : this.around;
  }

  get dark(): boolean {
    return this.#chosen ? this.#chosen === 'dark' : this.#system.current;
  }

  toggle(): void {
    this.#choice.set(this.dark ? 'light' : 'dark');
    this.apply();
  }

  apply(): void {
    if (this.#chosen) document.documentElement.dataset['theme'] = this.#chosen;
  }
}

export const theme = new Theme();
