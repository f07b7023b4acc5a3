import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

/** @type {import('@sveltejs/vite-plugin-svelte').SvelteConfig} */
export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    discloseVersion: false,
    // Nearly every template is used once or twice while the page builds itself: parsing them as HTML took 5 ms of that.
    fragments: 'tree',
    // Hashes do not compress: four characters tell some fifty components apart.
    cssHash: ({ hash, filename }) => `s${hash(filename).slice(0, 4)}`,
  },
};
