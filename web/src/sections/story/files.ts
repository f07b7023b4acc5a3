import { presets } from '../../core/content/presets';
import { decodeLink } from '../../core/state/read-link';
import { MOST_CHARS, OWN, Unreadable } from './limits';
import { isInLink, nameOf, textOf } from './link';

/** Stories of the repository, each loaded when it is opened. */
const files = import.meta.glob<string>('../../../../stories/*.md', {
  query: '?raw',
  import: 'default',
});

/** Names that are no stories of the page. */
export const FROM_URL = 'url';
export const WRITE = 'write';

/** Where the tab keeps an opened story that is too large for a link. */
const KEPT = 'aqm-story';

/** The text of a story, and the address that its scenarios are relative to, if it comes from one. */
export interface Source {
  readonly text: string;
  readonly base?: URL;
}

/** Returns the text of a story by its name in the address of the page. */
export async function load(name: string): Promise<Source> {
  if (isInLink(name)) return { text: await textOf(name) };
  if (name === OWN) return kept();
  if (name === FROM_URL) return fetched(new URLSearchParams(location.search).get('story') ?? '');
  const file = Object.entries(files).find(([path]) => path.endsWith(`/stories/${name}.md`));
  if (!file) throw new Unreadable(`This page has no story with the name “${name.slice(0, 60)}”.`);
  return { text: await file[1]() };
}

function kept(): Source {
  let text: string | null = null;
  try {
    text = sessionStorage.getItem(KEPT);
  } catch {
    // The browser forbids storage; the message below says what to do.
  }
  if (text === null)
    throw new Unreadable(
      'This address holds no story: it was too large for a link, so only the tab that opened it has it. Open its file: press / for the library, then “Open a file”.',
    );
  return { text };
}

/**
 * Returns the name under which a story of the user opens, also after a reload: it holds the story, or the tab keeps it. Returns
 * undefined if the browser keeps nothing.
 */
export async function nameToOpen(text: string): Promise<string | undefined> {
  const packed = await nameOf(text);
  return 'name' in packed ? packed.name : keep(text) ? OWN : undefined;
}

function keep(text: string): boolean {
  try {
    sessionStorage.setItem(KEPT, text);
    return true;
  } catch {
    return false;
  }
}

async function fetched(address: string): Promise<Source> {
  let base: URL;
  try {
    base = new URL(address, document.baseURI);
  } catch {
    throw new Unreadable('“?story=” is followed by no address.');
  }
  if (base.origin !== location.origin)
    throw new Unreadable(
      `A story is opened from the host of this page only, not from ${base.host.slice(0, 60)}. Save the file and open it here.`,
    );
  const response = await fetch(base);
  if (!response.ok) throw new Unreadable(`${base.pathname}: the host answers ${response.status}.`);
  return { text: limited(await response.text()), base };
}

function limited(text: string): string {
  if (text.length > MOST_CHARS)
    throw new Unreadable(
      `The story is larger than ${MOST_CHARS / 1024} KiB, the limit of a story.`,
    );
  return text;
}

/** Returns the text of a scenario, or of the link of a run, that a story names; undefined if there is none. */
export async function scenarioAt(address: string, base?: URL): Promise<string | undefined> {
  const link = /#v\d+\..*$/.exec(address)?.[0];
  if (link !== undefined) {
    const decoded = await decodeLink(link);
    if (!decoded.ok) return undefined;
    const { scenario, changes } = decoded.shared;
    return JSON.stringify({ ...scenario, changes });
  }
  const id = /(?:^|\/)scenarios\/(?:challenges\/)?([a-z0-9-]+)\.json$/.exec(address)?.[1];
  const preset = presets.find((preset) => preset.id === id);
  if (preset) return JSON.stringify(preset.scenario);
  if (!base) return undefined;
  const target = new URL(address, base);
  if (target.origin !== location.origin) return undefined;
  const response = await fetch(target);
  return response.ok ? limited(await response.text()) : undefined;
}
