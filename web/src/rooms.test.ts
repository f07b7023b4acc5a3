import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** A group of rooms: the groups that its rooms may use, and for each room the rooms of the same group that it may use. */
interface Group {
  readonly uses: string;
  readonly rooms: Readonly<Record<string, string>>;
}

/**
 * The groups of the page, lowest first (ARCHITECTURE.md). A group is a folder of web/src; its folders and files are the rooms. The package
 * `wasm` is a group without rooms. The files directly in web/src put everything together, and no room may import them.
 */
const GROUPS: Readonly<Record<string, Group>> = {
  wasm: { uses: '', rooms: {} },
  kit: {
    uses: '',
    rooms: { locale: '', texts: '', styles: '', storage: 'texts', ui: '', charts: 'locale' },
  },
  core: {
    uses: 'wasm kit',
    rooms: {
      document: '',
      sim: 'document',
      batch: '',
      model: 'document sim',
      content: 'document sim model',
      state: 'document sim batch',
      views: 'document sim model content',
      variables: 'document model content state',
    },
  },
  shared: {
    uses: 'wasm kit core',
    rooms: { seeds: '', takeaway: '', shell: 'takeaway' },
  },
  live: {
    uses: 'wasm kit core shared',
    rooms: {
      trust: '',
      queue: '',
      inside: 'queue',
      compare: '',
      feel: '',
      play: 'feel',
      spoken: '',
      goals: '',
      challenge: 'goals',
      measured: '',
      present: '',
      notebook: '',
      panels: 'challenge compare feel goals inside measured play queue spoken trust',
      embed: 'panels',
    },
  },
  sections: {
    uses: 'wasm kit core shared',
    rooms: {
      story: '',
      papers: '',
      sweep: '',
      stability: '',
      linux: '',
      library: 'story',
      loader: 'library linux papers stability story sweep',
    },
  },
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
const source = [...imports].filter(([file]) => !isTest(file));

/** Returns the group and the room of a file; the room is '' in a group without rooms, both are in web/src itself. */
function placeOf(file: string): readonly [group: string, room: string] {
  const [group, room] = file.split('/');
  if (room === undefined) return ['', ''];
  const rooms = Object.keys(GROUPS[group]?.rooms ?? {});
  return [group, rooms.length === 0 ? '' : room.replace(/(\.test)?\.ts$/, '')];
}

/** Returns what permits the import, such as "live uses core"; undefined within a room. */
function permission(file: string, target: string): string | undefined {
  const [group, room] = placeOf(file);
  const [otherGroup, otherRoom] = placeOf(target);
  if (group !== otherGroup) return `${group} uses ${otherGroup}`;
  return room === otherRoom ? undefined : `${group}: ${room} uses ${otherRoom}`;
}

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');
const permissions = new Set(
  Object.entries(GROUPS).flatMap(([group, { uses, rooms }]) => [
    ...words(uses).map((other) => `${group} uses ${other}`),
    ...Object.entries(rooms).flatMap(([room, others]) =>
      words(others).map((other) => `${group}: ${room} uses ${other}`),
    ),
  ]),
);

test('each room imports only from groups below its own, and from the rooms on its list', () => {
  const used = new Set<string>();
  const wrong = source.flatMap(([file, targets]) => {
    if (!file.includes('/')) return [];
    return targets
      .filter((target) => {
        const needed = permission(file, target);
        if (needed === undefined || permissions.has(needed)) return void used.add(needed ?? '');
        return true;
      })
      .map((target) => `${file} imports ${target}`);
  });
  expect(wrong).toEqual([]);
  expect(
    [...permissions].filter((one) => !used.has(one)),
    'permissions without use',
  ).toEqual([]);
});

test('a group uses only groups above it in the list, and a room only rooms above it', () => {
  const above = (names: readonly string[], uses: (name: string) => string): string[] =>
    names.flatMap((name, i) =>
      words(uses(name))
        .filter((other) => !names.slice(0, i).includes(other))
        .map((other) => `${name} uses ${other}`),
    );
  expect(above(Object.keys(GROUPS), (group) => GROUPS[group].uses)).toEqual([]);
  for (const { rooms } of Object.values(GROUPS))
    expect(above(Object.keys(rooms), (room) => rooms[room])).toEqual([]);
});

test('the list names every group and room', () => {
  const listed = Object.entries(GROUPS).flatMap(([group, { rooms }]) => {
    const names = Object.keys(rooms);
    return names.length === 0 ? [`${group}/`] : names.map((room) => `${group}/${room}`);
  });
  const found = [...files]
    .filter((file) => file.includes('/'))
    .map((file) => placeOf(file).join('/'));
  expect([...new Set(found)].sort()).toEqual(listed.sort());
});

test('the core has no components', () => {
  const shown = source.filter(([file]) => file.startsWith('core/'));
  const wrong = shown.flatMap(([file, targets]) =>
    [file, ...targets].filter((one) => one.endsWith('.svelte')).map((one) => `${file}: ${one}`),
  );
  expect(shown.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
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

test('ARCHITECTURE.md lists the groups and their rooms, in this order', () => {
  const text = readFileSync(join(ROOT, '../../ARCHITECTURE.md'), 'utf8');
  const listed: Record<string, string[]> = {};
  let rooms: string[] = [];
  for (const [, group, names] of text.matchAll(/^web\/src\/(\w+) |^ {2}(\w+(?:, \w+)*) {2,}\S/gm)) {
    if (group !== undefined) rooms = listed[group] = [];
    else rooms.push(...(names ?? '').split(', '));
  }
  const known = Object.entries(GROUPS).map(([group, one]) => [
    group,
    Object.keys(one.rooms).sort(),
  ]);
  expect(Object.entries(listed).map(([group, names]) => [group, names.sort()])).toEqual(known);
});
