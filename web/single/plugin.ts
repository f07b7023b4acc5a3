import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { oneDocument } from '../docs/plugin.ts';
import { hashOf, scriptHashes } from '../policy/plugin.ts';

/** Name of the file. */
export const SINGLE = 'aqm-playground.html';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const WORKER =
  /new Worker\(new URL\('(\.{1,2}\/[^']+\.ts)', import\.meta\.url\), \{\s*type: 'module',?\s*(name: '[^']+')?,?\s*\}\)/g;

/** The worker of the live run has the smaller package, all others that of the pool. */
const LIVE_WORKER = './core/sim/worker.ts';

/** Puts the modules that read the packages from this file in the place of those that fetch them. */
export function packagesFrom(side: 'in-page' | 'in-worker'): Plugin {
  return {
    name: 'single-packages',
    enforce: 'pre',
    resolveId(source) {
      if (/\/(live|batch)-file$/.test(source)) return path(`${side}.ts`);
    },
    transform(code, id) {
      // The address that the generated code falls back to; the packages are given to it.
      if (/\/aqm_(wasm|batch)\.js$/.test(id))
        return code.replace(/new URL\('aqm_\w+\.wasm', import\.meta\.url\)/, 'undefined');
    },
  };
}

/** Starts workers from code in the page. */
function inlineWorkers(): Plugin {
  return {
    name: 'single-workers',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('/web/src/main.ts')) code = `import '${path('definitions.ts')}';\n${code}`;
      if (id.includes('?worker')) return;
      if (!/\/web\/src\/.*\.(ts|svelte)(\?|$)/.test(id) || !code.includes('new Worker(')) return;
      let imports = `import { startWorker } from '${path('in-page.ts')}';\n`;
      const replaced = code.replace(WORKER, (_, file: string, name?: string) => {
        const needs = file === LIVE_WORKER ? 'live' : 'batch';
        imports += `import InlineWorker from '${file}?worker&inline';\n`;
        return `startWorker(InlineWorker, '${needs}'${name === undefined ? '' : `, { ${name} }`})`;
      });
      if (replaced.includes('new Worker('))
        this.error('This worker is not started in the form that the single file can replace.');
      // A component's imports belong into its script.
      return id.includes('.svelte')
        ? replaced.replace(/<script[^>]*>/, `$&\n${imports}`)
        : imports + replaced;
    },
  };
}

/** Replaces all output by one HTML file: scripts and styles as they are, packages and definitions compressed. */
function oneFile(): Plugin {
  return {
    name: 'single-file',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle);
        const scripts = files.flatMap((file) => (file.type === 'chunk' ? [file.code] : []));
        const styles = files.flatMap((file) =>
          file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
        );
        if (scripts.length !== 1)
          this.error(`The single file needs one script; the build has ${scripts.length}.`);
        for (const name of Object.keys(bundle)) delete bundle[name];
        this.emitFile({
          type: 'asset',
          fileName: SINGLE,
          source: whole(scripts[0] ?? '', styles.join('\n')),
        });
      },
    },
  };
}

/** Returns a part of the file that a script unpacks when it is needed. */
const part = (id: string, bytes: Uint8Array): string =>
  `<script type="text/plain" id="${id}">${gzipSync(bytes, { level: 9 }).toString('base64')}</script>`;

function whole(script: string, style: string): string {
  const documents = oneDocument();
  const icon = readFileSync(path('../public/favicon.svg')).toString('base64');
  // In a script, these would end the element or change how it is parsed; in strings and patterns the backslash changes nothing.
  const code = script.replace(/<(\/script|!--)/gi, '<\\$1');
  const head = `<title>AQM Playground</title>
<link rel="icon" href="data:image/svg+xml;base64,${icon}">
<style>${style}</style>`;
  const body = `<div id="app"></div>
<noscript>The simulator runs in this page: please enable JavaScript.</noscript>
<script type="module">${code}</script>`;
  const policy = [
    "default-src 'none'",
    `script-src ${scriptHashes(body).join(' ')} 'wasm-unsafe-eval' blob:`,
    `style-src ${hashOf(style)} ${hashOf(documents.style)}`,
    'worker-src blob:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head}
</head>
<body>
${part('aqm-live', readFileSync(path('../src/wasm/pkg/aqm_wasm_bg.wasm')))}
${part('aqm-batch', readFileSync(path('../src/wasm/batch-pkg/aqm_batch_bg.wasm')))}
${part('aqm-docs', Buffer.from(documents.html))}
${body}
</body>
</html>
`;
}

/** The page as one file that opens from disk, without a server or a network. */
export const single = (): Plugin[] => [packagesFrom('in-page'), inlineWorkers(), oneFile()];
