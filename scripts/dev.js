// npm run dev [-- --port N --host]: the page with hot reload; a change in Rust rebuilds the engine.

import './lib/check-node.js';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/paths.js';
import { buildSimulator } from './build/prepare.js';
import { addresses, closeOnInterrupt, serverOptions } from './lib/server.js';
import { command, step, Stop } from './lib/steps.js';
import { buildWasm } from './build/wasm.js';

/** Waits for an editor that saves a file in several writes, ms. */
const settleMs = 200;

await command(async () => {
  const options = serverOptions('run dev');
  await buildSimulator('draft');
  const { createServer } = await import('vite');
  const server = await createServer({ server: options });
  await server.listen();
  closeOnInterrupt(server);
  watchRust();
  console.log(`\nAQM Playground, with hot reload: ${addresses(server)} (Ctrl-C ends it)\n`);
});

/** Runs one build at a time. Changes during a build start one more build. */
function watchRust() {
  let building = false;
  let changed = false;
  const rebuild = async () => {
    changed = true;
    if (building) return;
    building = true;
    while (changed) {
      changed = false;
      // Vite detects the new package and reloads the page. After an error in Rust, the next save builds again.
      await step('simulator', () => buildWasm('draft')).catch((error) => {
        if (!(error instanceof Stop)) throw error;
      });
    }
    building = false;
  };
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  watch(join(root, 'crates'), { recursive: true }, (_event, file) => {
    if (!/\.(rs|toml|json)$/.test(file ?? '')) return;
    clearTimeout(timer);
    timer = setTimeout(rebuild, settleMs);
  });
}
