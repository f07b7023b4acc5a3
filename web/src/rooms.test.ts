import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * The rooms of the page and the rooms that each may import from (ARCHITECTURE.md). A room is a folder of web/src, `locale.ts` and `texts.ts`. The
 * other files directly in web/src put the rooms together: they may import everything, and nothing may import them.
 */
const ROOMS: Readonly<Record<string, string>> = {
  locale: '',
  texts: '',
  wasm: 'sim',
  sim: 'wasm',
  styles: 'sim',
  ui: '',
  charts: 'locale',
  batch: 'wasm texts',
  model: 'sim',
  content: 'locale model sim texts',
  state: 'batch sim',
  views: 'charts content model sim state',
  seeds: 'batch charts content sim state ui',
  inside: 'charts content model queue sim state ui',
  compare: 'batch charts content sim state ui',
  queue: 'charts content sim state ui wasm',
  feel: 'content sim state ui',
  play: 'charts content feel sim state ui',
  spoken: 'charts content sim state views',
  goals: 'content sim state ui wasm',
  challenge: 'content goals sim state sweep ui',
  takeaway: 'batch charts content sim state ui views wasm texts',
  measured: 'batch charts content sim state styles ui',
  shell: 'content sim state takeaway ui',
  present: 'content shell state ui',
  library: 'batch content shell sim state story styles ui',
  panels:
    'challenge charts compare content feel goals inside measured model play queue seeds shell sim spoken state styles takeaway trust ui views wasm',
  embed: 'charts content panels shell sim state ui views',
  notebook: 'shell sim state',
  sections: 'shell state ui library linux papers stability story sweep',
  story: 'batch content seeds shell sim state styles ui wasm',
  papers: 'batch charts content model shell sim state styles takeaway ui wasm texts',
  sweep: 'batch charts content locale model shell sim state styles takeaway ui wasm texts',
  stability: 'charts content model shell sim state takeaway ui wasm',
  linux: 'content shell state ui',
  trust: 'ui wasm',
};

const ROOT = dirname(fileURLToPath(import.meta.url));
const IMPORT = /(?:\bfrom|\bimport|\bimport\(|\bURL\()\s*['"](\.{1,2}\/[^'"?]+)/g;
const ENDINGS = ['', '.ts', '.svelte', '.svelte.ts', '/index.ts'];

const files = new Set(
  readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.(ts|svelte)$/.test(name) && !/^wasm\/(batch-)?pkg\//.test(name)),
);

/** The files of web/src that a file imports. Files elsewhere, and the generated packages, are left out. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(IMPORT)].flatMap(([, path]) => {
    const base = posix.join(posix.dirname(file), path);
    const found = ENDINGS.map((ending) => base + ending).find((name) => files.has(name));
    return found === undefined ? [] : [found];
  });
}

const imports = new Map([...files].map((file) => [file, importsOf(file)]));
const isTest = (file: string): boolean => /\.test\.ts$|(^|\/)testing(\/|\.ts$)/.test(file);
/** Files directly in web/src that rooms may import. */
const LEAVES = ['locale.ts', 'texts.ts'];
const roomOf = (file: string): string =>
  file.includes('/') ? file.split('/')[0] : LEAVES.includes(file) ? file.slice(0, -3) : '';

test('each room imports only from the rooms on its list', () => {
  const wrong = [...imports].flatMap(([file, targets]) => {
    const room = roomOf(file);
    if (room === '' || isTest(file)) return [];
    const allowed = [room, ...(ROOMS[room] ?? '').split(' ')];
    return targets
      .filter((target) => !allowed.includes(roomOf(target)))
      .map((target) => `${file} imports ${target}`);
  });
  expect(wrong).toEqual([]);
});

test('the list names every room, and no room or permission that is not used', () => {
  expect(Object.keys(ROOMS).sort()).toEqual(
    [...new Set([...files].map(roomOf))].filter((room) => room !== '').sort(),
  );
  const used = new Set(
    [...imports].flatMap(([file, targets]) =>
      targets.map((target) => `${roomOf(file)} -> ${roomOf(target)}`),
    ),
  );
  const idle = Object.entries(ROOMS).flatMap(([room, others]) =>
    others
      .split(' ')
      .filter((other) => other !== '' && !used.has(`${room} -> ${other}`))
      .map((other) => `${room} -> ${other}`),
  );
  expect(idle).toEqual([]);
});

/** Groups of files that import each other in a circle (Tarjan's strongly connected components). */
function circles(): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    low.set(file, order.get(file)!);
    stack.push(file);
    for (const target of imports.get(file)!) {
      if (!order.has(target)) visit(target);
      if (stack.includes(target)) low.set(file, Math.min(low.get(file)!, low.get(target)!));
    }
    if (low.get(file) !== order.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    const isSelf = imports.get(file)!.includes(file) && !file.endsWith('.svelte');
    if (group.length > 1 || isSelf) found.push(group.sort());
  };
  for (const file of files) if (!order.has(file)) visit(file);
  return found;
}

test('no files import each other in a circle', () => {
  expect(circles()).toEqual([]);
});
