import { MediaQuery } from 'svelte/reactivity';

const KEY = 'aqm-theme';
type Choice = 'light' | 'dark';

/** Light or dark: the system's choice until the user makes one, remembered on this machine. */
class Theme {
  #system = new MediaQuery('(prefers-color-scheme: dark)');
  #choice = $state<Choice | undefined>(read());

  get dark(): boolean {
    return this.#choice === undefined ? this.#system.current : this.#choice === 'dark';
  }

  toggle(): void {
    this.#choice = this.dark ? 'light' : 'dark';
    this.apply();
    try {
      localStorage.setItem(KEY, this.#choice);
    } catch {
      // Private windows may refuse; the choice then lasts as long as the page.
    }
  }

  apply(): void {
    if (this.#choice) document.documentElement.dataset['theme'] = this.#choice;
  }
}

function read(): Choice | undefined {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : undefined;
  } catch {
    return undefined;
  }
}

export const theme = new Theme();
