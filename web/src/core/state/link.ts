import type { DecodedLink } from './read-link';
import type { Shared } from './share';

/** Whether a hash looks like a link of this page. */
export const isLink = (hash: string): boolean => /^#v\d+\./.test(hash);

/** Returns the hash of a scenario, `#` included. The code is loaded with the first link, after the first picture. */
export async function toLink(shared: Shared): Promise<string> {
  const { encodeLink } = await import('./share');
  return encodeLink(shared);
}

/** Reads a hash. Never throws. */
export async function fromLink(hash: string): Promise<DecodedLink> {
  try {
    const { decodeLink } = await import('./read-link');
    return decodeLink(hash);
  } catch {
    const message = 'The link reader could not be loaded. Check the network and reload the page.';
    return { ok: false, message };
  }
}
