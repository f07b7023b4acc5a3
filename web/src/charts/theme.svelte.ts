import { createSubscriber } from 'svelte/reactivity';

/**
 * Colours for canvases. A canvas understands neither `var()` nor `light-dark()`, so tokens are resolved through an
 * element's computed colour, once per theme.
 */
class Theme {
  #revision = 0;
  #resolved = new Map<string, string>();
  #subscribe = createSubscriber((update) => {
    const changed = (): void => {
      this.#revision++;
      this.#resolved.clear();
      update();
    };
    const root = new MutationObserver(changed);
    root.observe(document.documentElement, {
      attributeFilter: ['data-theme', 'data-size', 'style'],
    });
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', changed);
    return () => {
      root.disconnect();
      system.removeEventListener('change', changed);
    };
  });

  /** Changes whenever colours may have; read it to be told. */
  get revision(): number {
    this.#subscribe();
    return this.#revision;
  }

  /** `colour` as the canvas understands it, as it stands at `at`. */
  resolve(at: HTMLElement, colour: string): string {
    let known = this.#resolved.get(colour);
    if (known === undefined) {
      at.style.color = colour;
      known = getComputedStyle(at).color;
      this.#resolved.set(colour, known);
    }
    return known;
  }

  /** A length token in px; `otherwise` if it is not set. */
  length(at: HTMLElement, token: string, otherwise: number): number {
    const known = this.#resolved.get(token) ?? getComputedStyle(at).getPropertyValue(token);
    this.#resolved.set(token, known);
    return parseFloat(known) || otherwise;
  }
}

export const theme = new Theme();
