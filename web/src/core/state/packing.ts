/**
 * How links hold data: in base64url, the raw-deflated JSON of a list whose last item is a checksum of the others. Raw deflate
 * has no checksum, and a link with one wrong letter must not open as something else.
 */

/** Greatest length of a link that the page reads. */
export const MOST_CHARACTERS = 64 * 1024;

/** The data of a link are not what this page writes. */
export class Damaged extends Error {}
/** The data of a link unpack to more than the limit. */
export class TooLarge extends Error {}

/** The escape of half a character (a lone surrogate), which is no text in UTF-8. A backslash before it is escaped by another one. */
const HALF_CHARACTER = /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/;

/** Returns `value` if `ok`, otherwise throws. Every part of a link is checked, because a link may come from anywhere. */
export function must<T>(value: unknown, ok: (value: unknown) => boolean): T {
  if (!ok(value)) throw new Damaged();
  return value as T;
}

/** Returns the text that holds `payload`. */
export async function pack(payload: readonly unknown[]): Promise<string> {
  const json = JSON.stringify([...payload, checksum(payload)]);
  const packed = new Blob([json]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return toBase64Url(new Uint8Array(await new Response(packed).arrayBuffer()));
}

/**
 * Returns the list that a text holds, without its checksum. Throws if the text is damaged, or if it unpacks to more than
 * `mostBytes`.
 */
export async function unpack(text: string, mostBytes: number): Promise<readonly unknown[]> {
  // Characters after the link in a text, ")" or ">" or "&utm=1", may belong to the hash; the checksum detects a wrong cut.
  const packed = fromBase64Url(/^[\w-]*/.exec(text)?.[0] ?? '');
  const bytes = await pipe(packed, new DecompressionStream('deflate-raw'), mostBytes);
  const json = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  const all = must<unknown[]>(JSON.parse(json), Array.isArray);
  // `pack` writes a text in one way only. Others, such as one with spaces or with a name twice, are read differently elsewhere.
  must(json, () => json === JSON.stringify(all) && !HALF_CHARACTER.test(json));
  const payload = all.slice(0, -1);
  must(all.at(-1), (sum) => sum === checksum(payload));
  return payload;
}

/** FNV-1a over the UTF-16 code units of the JSON, 32 bits. */
export function checksum(payload: readonly unknown[]): number {
  let hash = 0x811c9dc5;
  for (const unit of JSON.stringify(payload).split(''))
    hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}

/** Passes bytes through a stream, up to `most` bytes of output. */
async function pipe(
  bytes: Uint8Array<ArrayBuffer>,
  stream: DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = stream.writable.getWriter();
  // The reading side reports the error too; without this handler it would be an unhandled rejection.
  const written = writer.write(bytes).then(() => writer.close());
  written.catch(() => undefined);
  const reader = stream.readable.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new TooLarge();
    }
    parts.push(value);
  }
  await written;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}

function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (b) => String.fromCharCode(b)).join('');
  // Without padding: some sites break links on "=".
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
