import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

/** Names of components by their classes. @type {Map<string, string>} */
const names = new Map();

/**
 * Returns a class of five characters for the styles of a component. Svelte's own has 14; there are several thousand of them in the first load.
 *
 * @param {{ hash: (text: string) => string, filename: string }} component
 * @returns {string}
 */
function cssHash({ hash, filename }) {
  for (let text = filename; ; text += '+') {
    const name = `s${hash(text).slice(-4)}`;
    const owner = names.get(name) ?? filename;
    names.set(name, owner);
    if (owner === filename) return name;
  }
}

/** @type {import('@sveltejs/vite-plugin-svelte').SvelteConfig} */
export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    discloseVersion: false,
    cssHash,
    // Templates from elements: parsing them as HTML took 5 ms of the start.
    fragments: 'tree',
  },
};
