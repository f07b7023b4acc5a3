import { createSubscriber } from 'svelte/reactivity';

/**
 * Colours for canvases. A canvas understands neither `var()` nor `light-dark()`, so tokens are resolved through an
 * element's computed colour, once per theme; lengths once per size of the window.
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
      // Borders at which lengths are others: styles/tokens.css.
      '(max-width: 700px)',
      '(max-width: 1279px)',
      '(max-height: 800px)',
    ].map((query) => matchMedia(query));
    for (const query of system) query.addEventListener('change', changed);
    // A window that is moved to another screen keeps its size, but not its pixels.
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

  /** Changes whenever colours may have; read it to be told. */
  get revision(): number {
    this.#subscribe();
    return this.#revision;
  }

  /** Size of small text against its usual 11.5 px: margins and rows grow with it in the lecture hall. */
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

  /** A length token in px; `otherwise` if it is not set. */
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
