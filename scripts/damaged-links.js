/**
 * Writes `scenarios/golden/damaged-links.json`: damaged links, and whether the page reads them. `aqm` must agree with it
 * (`crates/aqm-link/src/tests.rs`). The same seed gives the same links.
 *
 * Run it with `node scripts/damaged-links.js` after the form of links has changed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import zlib from 'node:zlib';
import { createServer } from 'vite';

const FOLDER = new URL('../scenarios/golden/', import.meta.url);
/** Links of each kind of damage. */
const OF_EACH = 130;

let state = 42;
const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
/** @param {number} below */
const dice = (below) => Math.floor(random() * below);
/**
 * @template T
 * @param {readonly T[]} list
 */
const oneOf = (list) => list[dice(list.length)];

/** @type {{ links: { link: string }[] }} */
const golden = JSON.parse(readFileSync(new URL('links.json', FOLDER), 'utf8'));
const texts = golden.links.map(({ link }) =>
  zlib.inflateRawSync(Buffer.from(link.slice(4), 'base64url')).toString(),
);

/** @param {Uint8Array} bytes */
const linkOf = (bytes) => `#v1.${Buffer.from(bytes).toString('base64url')}`;
/** @param {string} text */
const packed = (text) => zlib.deflateRawSync(Buffer.from(text));
/** @param {string} text */
const checksum = (text) => {
  let hash = 0x811c9dc5;
  for (const unit of text.split('')) hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01000193);
  return hash >>> 0;
};
/** @param {string} items a text of JSON without its last bracket and checksum */
const summed = (items) => linkOf(packed(`${items},${checksum(`${items}]`)}]`));
/** @param {string} text */
const withoutSum = (text) => text.slice(0, text.lastIndexOf(','));

/** Wrong, missing and further characters of the link. */
function characters() {
  const { link } = oneOf(golden.links);
  const at = dice(link.length);
  const piece = oneOf(['', 'A', '-', '_', '=', '%', '.', 'zz', '\u00e9']);
  return link.slice(0, at) + piece + link.slice(at + dice(3));
}

/** Wrong and further bytes of the packed text. */
function bytes() {
  const whole = packed(oneOf(texts));
  if (random() < 0.3) return linkOf(Buffer.concat([whole, Buffer.alloc(1 + dice(3), dice(256))]));
  if (random() < 0.3) return linkOf(whole.subarray(0, whole.length - dice(3)));
  whole[dice(whole.length)] ^= 1 << dice(8);
  return linkOf(whole);
}

/** The same values written otherwise, and pieces of JSON at any place; the checksum is right. */
function json() {
  const text = withoutSum(oneOf(texts));
  const pieces = [' ', '\n', '\t', '0', '-', '.0', 'e1', ',', '"', '[]', '{}', 'null', '\\u0041'];
  pieces.push('\\ud800', '"a":1,', '\u00e9', '\\n', '');
  const at = dice(text.length + 1);
  return summed(text.slice(0, at) + oneOf(pieces) + text.slice(at + (random() < 0.3 ? 1 : 0)));
}

/** Other items, members and values; text and checksum are right. */
function items() {
  /** @type {any[]} */
  const all = JSON.parse(oneOf(texts)).slice(0, -1);
  const values = [0, 1, -1, 0.5, 1e16, 1e-7, 'a', '', '~@9', null, true, [], [0], [1, 2], {}];
  values.push({ r: 'ae' }, { version: 1 }, [0, 1500, 7], ['link.rateMbps'], [0, 30, 0, 0]);
  const item = dice(all.length);
  const inner = all[item];
  switch (dice(5)) {
    case 0:
      all[item] = oneOf(values);
      break;
    case 1:
      if (Array.isArray(inner)) inner.splice(dice(inner.length + 1), dice(2), oneOf(values));
      else all[1][oneOf(['version', 'changes', 'title', 'a', 'zz', 'x'])] = oneOf(values);
      break;
    case 2:
      all.splice(item, dice(2), ...(random() < 0.5 ? [oneOf(values)] : []));
      break;
    case 3:
      all[3] = [0, oneOf(values), oneOf(values)];
      all[2] = [oneOf(['a', '', '~', '@0', '~link.rttMs@1', 'a@11', 'burst'])];
      break;
    default:
      all[4] = [0, 0, 0, 0, ...Array.from({ length: dice(4) }, () => oneOf(values))];
  }
  return summed(JSON.stringify(all).slice(0, -1));
}

/** Node accepts bytes behind the end of the packed text; browsers refuse them. */
class Strict extends TransformStream {
  constructor() {
    /** @type {Uint8Array[]} */
    const parts = [];
    super({
      transform: (part) => void parts.push(part),
      flush: (out) => {
        const whole = Buffer.concat(parts);
        const { buffer, engine } = /** @type {any} */ (zlib.inflateRawSync(whole, { info: true }));
        if (engine.bytesWritten !== whole.length) throw new TypeError('bytes behind the end');
        out.enqueue(buffer);
      },
    });
  }
}
Object.assign(globalThis, { DecompressionStream: Strict });

const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
const { decodeLink } = await vite.ssrLoadModule('/src/core/state/read-link.ts');
const made = [characters, bytes, json, items].flatMap((make) =>
  Array.from({ length: OF_EACH }, make),
);
const links = [];
for (const link of made) links.push({ link, reads: (await decodeLink(link)).ok });
await vite.close();
const lines = links.map((one) => `  ${JSON.stringify(one)}`).join(',\n');
writeFileSync(new URL('damaged-links.json', FOLDER), `[\n${lines}\n]\n`);
console.log(`${links.filter(({ reads }) => reads).length} of ${links.length} links are read`);
