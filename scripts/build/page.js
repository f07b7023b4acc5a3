import { join } from 'node:path';
import { batchPackage, dist, single, toolsDir, wasmPackage } from '../lib/paths.js';
import { must, nodeTool } from '../lib/run.js';
import { contentHash, unlessStamped } from '../lib/stamp.js';
import { Stop } from '../lib/steps.js';

const pageInputs = [
  ...[
    'web',
    'docs',
    'scenarios',
    'stories',
    'crates/aqm-sim/src',
    'vite.config.ts',
    'svelte.config.js',
    'tsconfig.base.json',
    'tsconfig.web.json',
  ],
  'package-lock.json',
];

/** Builds the page into web/dist, with the release build of the engine in it. */
export const buildPage = () => build('page', [], dist, 'built into web/dist');

/** Builds the page into web/dist, without the package for many runs, which it waits for. */
export const buildFirstPage = () =>
  build('page', ['--mode', 'first'], dist, 'built into web/dist', [wasmPackage]);

/** Builds the page as one file that opens from disk, with both packages in it. */
export const buildSingle = () =>
  build('single', ['--mode', 'single'], single, 'built into web/dist-single');

/**
 * @param {string} stamp
 * @param {string[]} options of the build
 * @param {string} output
 * @param {string} done
 */
function build(stamp, options, output, done, engines = [wasmPackage, batchPackage]) {
  const content = () => contentHash([...pageInputs, ...engines], ...options);
  return unlessStamped(join(toolsDir, 'stamps', stamp), content, [output], async () => {
    const engine = contentHash(engines);
    await must(...nodeTool('vite/bin/vite.js', ['build', ...options]), {
      cure: 'The page could not be built. Fix the problem above.',
    });
    if (contentHash(engines) !== engine) {
      throw new Stop(
        'The simulator was rebuilt while the page was being built. End `npm run dev`, then run this command again.',
      );
    }
    return done;
  });
}
