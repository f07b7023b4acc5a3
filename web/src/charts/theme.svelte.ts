import { createSubscriber } from 'svelte/reactivity';

/**
 * Colours for canvases. A canvas supports neither `var()` nor `light-dark()`, so tokens are resolved through the computed
 * colour of an element, once per theme; lengths once per size of the window.
 */
class Theme {
  #revision = 0;
  #colours = new Map<string, string>();
  #lengths = new Map<string, number>();
  #subscribe = createSubscriber((update) => {
    const changed = (): void => {
      this.#revision++;
      this.#colours.clear();
      this.#lengths.clear();
      update();
    };
    const root = new MutationObserver(changed);
    root.observe(document.documentElement, {
      attributeFilter: ['data-theme', 'data-size', 'style'],
    });
    const system = [
      '(prefers-color-scheme: dark)',
      '(prefers-contrast: more)',
      '(forced-colors: active)',
      // Sizes of the window at which lengths change: styles/tokens.css.
      '(max-width: 700px)',
      '(max-width: 1279px)',
      '(max-height: 800px)',
    ].map((query) => matchMedia(query));
    for (const query of system) query.addEventListener('change', changed);
    // On another screen, a window of the same size may have other device pixels.
    let screen: MediaQueryList | undefined;
    const rescaled = (): void => {
      screen?.removeEventListener('change', rescaled);
      if (screen) changed();
      screen = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
      screen.addEventListener('change', rescaled);
    };
    rescaled();
    return () => {
      root.disconnect();
      for (const query of system) query.removeEventListener('change', changed);
      screen?.removeEventListener('change', rescaled);
    };
  });

  /** Changes whenever colours may have changed. */
  get revision(): number {
    this.#subscribe();
    return this.#revision;
  }

  /** Size of small text relative to its standard 11.5 px: margins and rows scale with it in a lecture hall. */
  get textScale(): number {
    this.#subscribe();
    return this.length(document.documentElement, '--text-small', 11.5) / 11.5;
  }

  /** Returns `colour` without `var()`, as it is at `at`. */
  colour(at: HTMLElement, colour: string): string {
    let known = this.#colours.get(colour);
    if (known === undefined) {
      // Forced colours give every element the same colour; the tokens take them into account (styles/tokens.css).
      at.style.forcedColorAdjust = 'none';
      at.style.color = colour;
      known = getComputedStyle(at).color;
      this.#colours.set(colour, known);
    }
    return known;
  }

  /** Returns a length token in px; `otherwise` if it is not set. */
  length(at: HTMLElement, token: string, otherwise: number): number {
    let known = this.#lengths.get(token);
    if (known === undefined) {
      known = parseFloat(getComputedStyle(at).getPropertyValue(token)) || otherwise;
      this.#lengths.set(token, known);
    }
    return known;
  }
}

export const theme = new Theme();
