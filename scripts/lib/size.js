import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { dist } from './paths.js';
import { Stop } from './steps.js';

/** Most bytes that the first load may take, `gzip -9`: what was reached, and three per cent more. */
const LIMITS = { wasm: 92_000, all: 168_000 };

/**
 * Weighs what is fetched until the page runs its first scenario: index.html, all that it names, and the worker's script.
 * What comes later, on demand or when the browser is idle, is not part of it.
 */
export function weighFirstLoad() {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const named = [...html.matchAll(/\s(?:src|href)="\.\/([^"]+)"/g)].map(([, file]) => String(file));
  const workers = readdirSync(join(dist, 'assets')).filter((file) => /^worker-.*\.js$/.test(file));
  const files = ['index.html', ...named, ...workers.map((file) => `assets/${file}`)];
  const weights = files.map((file) => ({
    file,
    bytes: gzipSync(readFileSync(join(dist, file)), { level: 9 }).length,
  }));
  /** @param {(file: string) => boolean} which */
  const sum = (which) =>
    weights.reduce((all, { file, bytes }) => all + (which(file) ? bytes : 0), 0);
  const found = { wasm: sum((file) => file.endsWith('.wasm')), all: sum(() => true) };
  const list = weights.map(({ file, bytes }) => `${String(bytes).padStart(8)}  ${file}`).join('\n');
  if (found.wasm === 0 || workers.length !== 1)
    throw new Stop('The first load is not what it was: see scripts/lib/size.js.', list);
  if (found.wasm > LIMITS.wasm || found.all > LIMITS.all)
    throw new Stop(
      `The first load is ${found.all} bytes compressed, of which wasm ${found.wasm}; ` +
        `limits (scripts/lib/size.js): ${LIMITS.all} and ${LIMITS.wasm}.`,
      list,
    );
  return `${(found.all / 1000).toFixed(1)} kB compressed, of which wasm ${(found.wasm / 1000).toFixed(1)}`;
}
