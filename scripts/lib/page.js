import { join } from 'node:path';
import { dist, toolsDir } from './paths.js';
import { must, nodeTool } from './run.js';
import { contentHash, unlessStamped } from './stamp.js';
import { engineInputs } from './wasm.js';

const pageInputs = [
  ...[
    'web',
    'docs',
    'vite.config.ts',
    'svelte.config.js',
    'tsconfig.base.json',
    'tsconfig.web.json',
  ],
  'package-lock.json',
];

/** Builds the page into web/dist, with the release build of the engine in it. */
export function buildPage() {
  const content = contentHash([...pageInputs, ...engineInputs]);
  return unlessStamped(
    join(toolsDir, 'stamps', 'page'),
    content,
    [join(dist, 'index.html')],
    async () => {
      await must(...nodeTool('vite/bin/vite.js', ['build']), {
        cure: 'The page could not be built: see above.',
      });
      return 'built into web/dist';
    },
  );
}
