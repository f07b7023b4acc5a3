const KEY = 'aqm-single-keys';

/** Whether letters and signs are shortcuts (WCAG 2.1.4): yes, until the user says no; remembered on this machine. */
class SingleKeys {
  #on = $state(read());

  get on(): boolean {
    return this.#on;
  }

  set(on: boolean): void {
    this.#on = on;
    try {
      localStorage.setItem(KEY, on ? 'on' : 'off');
    } catch {
      // As with the theme: it then lasts as long as the page.
    }
  }
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

export const singleKeys = new SingleKeys();
