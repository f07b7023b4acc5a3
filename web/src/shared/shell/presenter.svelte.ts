import { MediaQuery } from 'svelte/reactivity';
import { phone } from './phone';
import { Remembered } from './remembered.svelte';
import type { Scene } from './scene';

/** Most plots that a lecture hall sees at once. */
export const MOST_PANELS = 3;

/** Where the number of plots is chosen: a story shows one plot unless the lecturer wants more. */
export type Screen = 'live' | 'story';

const TOO_SMALL =
  'Presenting needs a window that is wider than 700 px. Make the window larger, or zoom out.';

/** A page for a lecture hall. */
class Presenter {
  /** Width of a very large screen, CSS px. */
  #wall = new MediaQuery('(min-width: 2200px) and (min-height: 1200px)');
  #choice = new Remembered('aqm-presenter');
  readonly #panels = {
    live: new Remembered('aqm-panels'),
    story: new Remembered('aqm-panels-story'),
  };
  /** The screen is black. */
  isBlack = $state(false);
  /** The controls are shown while presenting. */
  hasKnobs = $state(false);
  /** What a story shows now, for the notes. */
  scene = $state.raw<Scene>();

  /** Everything is larger: on very large screens, and while presenting. A phone has no room for it. */
  get on(): boolean {
    const { value } = this.#choice;
    return !phone.current && (value === 'on' || (value !== 'off' && this.#wall.current));
  }

  /** The user presents: the controls are hidden, and a bar has what a lecturer needs. */
  get presents(): boolean {
    return this.#choice.value === 'on';
  }

  set(on: boolean): void {
    this.#choice.set(on ? 'on' : 'off');
    this.hasKnobs = false;
  }

  /** Begins or ends presenting. Returns why a small window cannot present, as a sentence for the user. */
  toggle(): string | undefined {
    this.set(!this.presents && !phone.current);
    return phone.current ? TOO_SMALL : undefined;
  }

  /** Returns the number of plots that are shown while presenting, 1 to 3. */
  panelsIn(place: Screen): number {
    const chosen = Number(this.#panels[place].value ?? NaN);
    const isValid = Number.isInteger(chosen) && chosen >= 1 && chosen <= MOST_PANELS;
    return isValid ? chosen : place === 'live' ? 2 : 1;
  }

  showPanels(place: Screen, count: number): void {
    this.#panels[place].set(String(count));
  }
}

export const presenter = new Presenter();
