import { join } from 'node:path';
import { batchPackage, dist, toolsDir, wasmPackage } from './paths.js';
import { must, nodeTool } from './run.js';
import { contentHash, unlessStamped } from './stamp.js';
import { Stop } from './steps.js';

const pageInputs = [
  ...[
    'web',
    'docs',
    'scenarios',
    'vite.config.ts',
    'svelte.config.js',
    'tsconfig.base.json',
    'tsconfig.web.json',
  ],
  'package-lock.json',
];

const engines = [wasmPackage, batchPackage];

/** Builds the page into web/dist, with the release build of the engine in it. */
export function buildPage() {
  const content = () => contentHash([...pageInputs, ...engines]);
  return unlessStamped(join(toolsDir, 'stamps', 'page'), content, [dist], async () => {
    const engine = contentHash(engines);
    await must(...nodeTool('vite/bin/vite.js', ['build']), {
      cure: 'The page could not be built. Fix the problem above.',
    });
    if (contentHash(engines) !== engine) {
      throw new Stop(
        'The simulator was rebuilt while the page was being built. End `npm run dev`, then run this command again.',
      );
    }
    return 'built into web/dist';
  });
}
