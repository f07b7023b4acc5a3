import { STORY, storyPath } from '../../core/content/story-paths';
import { here, type LinkOffer, sizeText } from '../../core/state/link-offer';
import { MOST_CHARACTERS, must, pack, TooLarge, unpack } from '../../core/state/packing';
import { MOST_CHARS, OWN, Unreadable } from './limits';

/**
 * The name of a story in its link, after `#story/`: `v1.` and the packed list (`state/packing.ts`) of one item, the Markdown. The step
 * follows: `#story/v1.…/2`.
 */
const VERSION = 1;

/** Greatest size of an unpacked story: JSON writes a line break or a quotation mark as two characters, and others as up to three bytes. */
const MOST_BYTES = 3 * MOST_CHARS;

/** Whether a name is that of a story inside its link. */
export const isInLink = (name: string): boolean => /^v\d+\./.test(name);

/** Returns the name that holds a story, and its length if no link has room for it. */
export async function nameOf(
  text: string,
): Promise<{ readonly name: string } | { readonly characters: number }> {
  const name = `v${VERSION}.${await pack([text])}`;
  return name.length <= MOST_CHARACTERS ? { name } : { characters: name.length };
}

/** Returns the story that a name holds. It is not checked: a link may come from anywhere. */
export async function textOf(name: string): Promise<string> {
  const version = Number(/^v(\d+)\./.exec(name)?.[1]);
  if (version > VERSION)
    throw new Unreadable(
      'This link was made by a newer version of the playground. Reload the page, or ask for the story as a file.',
    );
  if (name.length > MOST_CHARACTERS)
    throw new Unreadable(
      `This link has more than ${MOST_CHARACTERS} characters, the limit of a link.`,
    );
  let text: string;
  try {
    [text] = must<[string]>(
      await unpack(name.replace(/^v\d+\./, ''), MOST_BYTES),
      (list) => Array.isArray(list) && list.length === 1 && typeof list[0] === 'string',
    );
  } catch (error) {
    throw new Unreadable(error instanceof TooLarge ? TOO_LARGE : DAMAGED);
  }
  if (text.length > MOST_CHARS) throw new Unreadable(TOO_LARGE);
  return text;
}

const TOO_LARGE = `The story of this link is larger than ${MOST_CHARS / 1024} KiB, the limit of a story.`;
const DAMAGED =
  'This link to a story is damaged: part of it may have been cut off. Ask for a new link, or for the story as a file.';

const OPENS = 'it holds the whole story';

/** Returns what can be copied of a story of the user. */
export async function storyOffer(text: string): Promise<LinkOffer> {
  const packed = await nameOf(text);
  if ('name' in packed)
    return { address: `${here()}#${STORY}/${storyPath(packed.name, 1)}`, opens: OPENS };
  return {
    instead: `This story is too large for a link: ${sizeText(packed.characters)}, of at most ${sizeText(MOST_CHARACTERS)}. Send its Markdown file: the receiver presses / for the library and drops the file there.`,
  };
}

/** Returns what can be copied while a story is read; undefined: the address bar. */
export function offerOf(name: string, text: string): LinkOffer | Promise<LinkOffer> | undefined {
  if (isInLink(name)) return { address: location.href, opens: OPENS };
  return name === OWN ? storyOffer(text) : undefined;
}
