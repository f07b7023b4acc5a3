/** Most characters of the words of a title. With the ending, the name has fewer bytes than every file system allows. */
const MOST = 50;

/** Returns a title as the beginning of the name of a file: its letters and digits, with hyphens between the words. */
export function fileWords(title: string, otherwise: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  // A character outside of the first plane must not be cut in half.
  const name = [...words.join('-')].slice(0, MOST).join('');
  return name.replace(/-$/, '') || otherwise;
}
