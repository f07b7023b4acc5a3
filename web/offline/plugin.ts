import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const script = new URL('service-worker.js', import.meta.url);

/** Files that are not part of the bundle. */
const PUBLIC = new URL('../public/', import.meta.url);

/** Adds the service worker to the built page, with the list of all files that it keeps. */
export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    // After the plugins that add files.
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const names = Object.keys(bundle)
          .filter((name) => !name.endsWith('.map'))
          .sort();
        const others = readdirSync(PUBLIC).filter((name) => !name.startsWith('.'));
        const files = ['', ...names.filter((name) => name !== 'index.html'), ...others.sort()];
        const hash = createHash('sha256').update(JSON.stringify(files));
        for (const name of names) {
          const file = bundle[name];
          hash.update(file.type === 'chunk' ? file.code : file.source);
        }
        for (const name of others) hash.update(readFileSync(new URL(name, PUBLIC)));
        const source = readFileSync(script, 'utf8')
          .replace('__VERSION__', hash.digest('hex').slice(0, 16))
          .replace('__FILES__', JSON.stringify(files));
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
      },
    },
  };
}
