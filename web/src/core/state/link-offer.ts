import { fromLink } from './link';
import type { Notices } from './notices.svelte';

/** An address that can be copied. */
export interface Linked {
  readonly address: string;
  /** What the address opens, after a colon: "it opens exactly this run". */
  readonly opens?: string | undefined;
  /** What a receiver does not get by it, and what to do about that: a sentence. */
  readonly lacks?: string | undefined;
}

/** What a button "Copy link" copies, or what to do where no link holds what is shown. */
export type LinkOffer =
  | Linked
  | {
      /** Why there is no link, and what to do instead: sentences. */
      readonly instead: string;
    };

/**
 * Programs must read an address of this length (RFC 9110, section 4.1, recommends at least 8000 bytes). Many mail and chat programs cut
 * longer ones.
 */
const SAFE_CHARACTERS = 8000;

const TOO_LONG_FOR_MANY =
  'Many mail and chat programs cut a link of this length: try it, or send the file.';

/** A page that is a file has an address on one computer only. */
const OF_A_FILE =
  'This page is a file: the link opens on this computer only. On another one, put the part from “#” on behind the address of the page there.';

const RUN_TOO_LARGE =
  'This run is larger than a link can be. Press / for the library and “Save this scenario”, and send the file: the receiver opens it there with “Open a file”.';

/** Returns the address of the page without what follows “#”. */
export const here = (): string => location.href.replace(/#.*$/s, '');

/** Returns the size of a text in ASCII: "0.9 kB", "6.2 kB", "23 kB". */
export function sizeText(characters: number): string {
  const kb = characters / 1000;
  return `${kb < 10 ? Math.max(0.1, kb).toFixed(1) : Math.round(kb)} kB`;
}

/** Returns what the page says after it has copied a link. `protocol`: that of the page. */
export function copiedText(
  { address, opens, lacks }: Linked,
  protocol = location.protocol,
): string {
  const does = opens === undefined ? '' : `: ${opens}`;
  return [
    `Link copied (${sizeText(address.length)})${does}.`,
    ...(lacks === undefined ? [] : [lacks]),
    ...(address.length > SAFE_CHARACTERS ? [TOO_LONG_FOR_MANY] : []),
    ...(protocol === 'file:' ? [OF_A_FILE] : []),
  ].join(' ');
}

/** Returns what can be copied of a run: its link if this page itself would open it. */
export async function runOffer(
  hash: string,
  rest: Omit<Linked, 'address'> = {},
): Promise<LinkOffer> {
  const read = await fromLink(hash);
  return read.ok ? { address: here() + hash, ...rest } : { instead: RUN_TOO_LARGE };
}

/** Copies a link and says so, or says what to do instead. `refused`: what to do if the browser does not allow copying. */
export async function copyLink(
  notices: Pick<Notices, 'done' | 'say' | 'warn'>,
  offer: LinkOffer,
  refused = 'The browser does not allow copying. Copy the link from the address bar.',
): Promise<void> {
  if ('instead' in offer) return notices.warn(offer.instead);
  try {
    await navigator.clipboard.writeText(offer.address);
  } catch {
    return notices.warn(refused);
  }
  const text = copiedText(offer);
  // A longer text needs longer than the message of a success is shown.
  if (text.length > 100) notices.say(text);
  else notices.done(text);
}
