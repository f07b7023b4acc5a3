import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'svelte/compiler';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const texts = new Map(
  readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.svelte'))
    .map((name) => [name, readFileSync(ROOT + name, 'utf8')] as const),
);

/** An element of a component. */
interface Tag {
  readonly file: string;
  /** Its name, such as `div` or `svelte:window`. */
  readonly tag: string;
  /** Its attributes, with the values of those that are plain texts. */
  readonly attributes: Readonly<Record<string, string>>;
}

function tagsIn(file: string, text: string): Tag[] {
  const tags: Tag[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (typeof node !== 'object' || node === null) return;
    const { name, attributes } = node as { name?: unknown; attributes?: unknown };
    if (typeof name === 'string' && Array.isArray(attributes)) {
      const known = (attributes as { name?: string; value?: unknown }[]).flatMap((one) => {
        const [value] = Array.isArray(one.value) ? (one.value as { data?: string }[]) : [];
        return one.name === undefined ? [] : [[one.name, value?.data ?? ''] as const];
      });
      tags.push({ file, tag: name, attributes: Object.fromEntries(known) });
    }
    Object.values(node).forEach(walk);
  };
  walk(parse(text, { modern: true }).fragment);
  return tags;
}
// Only files that may have such a tag are parsed.
const tags = [...texts]
  .filter(([, text]) => /popover|<dialog|svelte:(window|document)/.test(text))
  .flatMap(([file, text]) => tagsIn(file, text));

/**
 * What lies over the page takes all keys (`shortcuts.ts`): modal dialogs, and popovers with the role of a dialog or menu. The end-to-end
 * test "letters typed into a dialog or a menu" opens them.
 */
test('every layer over the page is of a kind that takes its keys', () => {
  const dialogs = tags.filter(({ tag }) => tag === 'dialog');
  expect(dialogs.map(({ file }) => file)).toEqual(['kit/ui/Dialog.svelte']);
  const popovers = tags
    .filter(({ attributes }) => 'popover' in attributes)
    .map(({ file, attributes }) => `${file}: ${attributes['role'] ?? 'no role'}`);
  expect(popovers.sort()).toEqual([
    'kit/charts/time/Track.svelte: dialog',
    // One sentence of help and a link: nothing is typed there.
    'kit/ui/Label.svelte: no role',
    'kit/ui/Menu.svelte: menu',
    'live/panels/plots/drops/DropTicks.svelte: dialog',
  ]);
});

test('a listener for all keys of the page first asks whether a layer or a field takes the key', () => {
  const listeners = tags
    .filter(({ tag, attributes }) => {
      const isGlobal = tag === 'svelte:window' || tag === 'svelte:document';
      return isGlobal && Object.keys(attributes).some((name) => name.startsWith('onkeydown'));
    })
    .map(({ file }) => file);
  const others = [...new Set(listeners)].filter(
    (file) => !/takes(?:Keys|Clicker)\(/.test(texts.get(file)!),
  );
  expect(others.sort()).toEqual([
    // It reads only Escape.
    'kit/ui/Sheet.svelte',
    // No dialogs are beside it.
    'live/embed/EmbedView.svelte',
    // These read only Escape.
    'live/panels/lanes/LaneInspector.svelte',
    'live/panels/plots/EnlargedHead.svelte',
    'live/panels/timeline/TimelineTrack.svelte',
    // No dialogs are beside it.
    'live/present/NotesWindow.svelte',
    // Any key ends the black screen.
    'shared/shell/BlackScreen.svelte',
    // It only remembers the focus.
    'shared/shell/FocusKeeper.svelte',
  ]);
});
