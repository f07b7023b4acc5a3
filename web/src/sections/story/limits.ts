/** Most characters of a story; the reader has the same limit. */
export const MOST_CHARS = 256 * 1024;

/** Name of an opened story that is too large for a link. Another story of the user has the name that holds it (`link.ts`). */
export const OWN = 'own';

/** A story cannot be opened; the message is for the user. */
export class Unreadable extends Error {}
