import { createSubscriber } from 'svelte/reactivity';
import { TEXT_PX } from './core/text';

/**
 * Colours and lengths for canvases. A canvas supports neither `var()` nor `light-dark()`, so tokens are resolved through the computed
 * style of an element, once per theme and size of the window.
 */
class Theme {
  #revision = 0;
  #colours = new Map<string, string>();
  #lengths = new Map<string, number>();
  #probe: HTMLElement | undefined;
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

  /** Size of small text relative to that of tokens.css: margins and rows scale with it. */
  get textScale(): number {
    return this.textPx / TEXT_PX;
  }

  /** Size of small text, px: that of the token, or the least size that the browser is set to. */
  get textPx(): number {
    this.#subscribe();
    return this.#length('font-size', 'var(--text-small)');
  }

  /** Returns `colour` without `var()`. */
  colour(colour: string): string {
    let known = this.#colours.get(colour);
    if (known === undefined) {
      known = this.#computed('color', colour);
      this.#colours.set(colour, known);
    }
    return known;
  }

  /** Returns a length token in px. */
  length(token: string): number {
    return this.#length('stroke-width', `var(${token})`);
  }

  #length(property: 'font-size' | 'stroke-width', value: string): number {
    let known = this.#lengths.get(value);
    if (known === undefined) {
      known = parseFloat(this.#computed(property, value));
      this.#lengths.set(value, known);
    }
    return known;
  }

  /**
   * Returns a computed value of an element of its own. The element is not rendered and refuses transitions: with one, however short, the
   * computed value would still be the former one.
   */
  #computed(property: string, value: string): string {
    if (!this.#probe) {
      this.#probe = document.createElement('span');
      // Forced colours give every element the same colour; the tokens take them into account (styles/tokens.css).
      this.#probe.style.cssText =
        'display: none; forced-color-adjust: none; transition: none !important';
      document.documentElement.append(this.#probe);
    }
    this.#probe.style.setProperty(property, value);
    return getComputedStyle(this.#probe).getPropertyValue(property);
  }
}

export const theme = new Theme();
