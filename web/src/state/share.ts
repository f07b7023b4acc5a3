import type { Change } from '../sim/protocol';
import { type Seen, SPANS } from './view.svelte';

/**
 * The link: `#v1.` and, in base64url, the raw-deflated JSON `[atMs, scenario, paths, score, view, sum]`. It lives in the
 * hash, which no server ever sees.
 *
 * - `atMs`: where the sender was, whole milliseconds of simulated time.
 * - `scenario`: the canonical scenario without `version`, `about`, `source` and `changes`; known names are one or two
 *   letters long (`NAMES`).
 * - `paths`: the paths of the changes, each once.
 * - `score`: per change three items: index into `paths`, milliseconds since the change before, value. A time that is no
 *   whole millisecond stands as `[seconds]`.
 * - `view`: what the sender saw: the playhead, ms; the visible time, s, 0 for the whole run; whether the delay axis is
 *   linear, and whether numbers are those of the whole run, 0 or 1. It may be missing.
 * - `sum`: FNV-1a of the JSON of what is before it. Raw deflate has no checksum, and a link with one letter wrong must not
 *   open as another experiment.
 *
 * Links of every release must open for ever: `NAMES` only grows at its end, and a new layout gets a new version.
 */
export interface Shared {
  /** Scenario without its changes; not validated. */
  readonly scenario: Readonly<Record<string, unknown>>;
  readonly changes: readonly Change[];
  /** How far the sender's run was computed, s. */
  readonly atS: number;
  /** What the sender saw of it. */
  readonly view?: Seen;
}

export type Opened =
  { readonly ok: true; readonly shared: Shared } | { readonly ok: false; readonly message: string };

const VERSION = 1;
const PREFIX = `#v${VERSION}.`;
/** No honest link is longer; mail programs give up long before. */
const MOST_CHARACTERS = 64 * 1024;
/** No honest scenario is larger unpacked. */
const MOST_BYTES = 256 * 1024;

// prettier-ignore
const NAMES = [
  'title', 'seed', 'durationS', 'warmupS', 'link', 'queues', 'traffic', 'rateMbps', 'rttMs', 'buffer',
  'bdp', 'packets', 'bytes', 'ms', 'minPackets', 'ackRateMbps', 'ackBufferPackets', 'kind', 'variant', 'targetMs',
  'intervalMs', 'ecn', 'ceThresholdMs', 'updateMs', 'alpha', 'beta', 'maxBurstMs', 'byteMode', 'rateEstimator', 'minBytes',
  'maxPackets', 'maxBytes', 'maxP', 'weight', 'gentle', 'adaptive', 'flows', 'cc', 'stack', 'sack',
  'delayedAck', 'initialWindow', 'receiveWindowPackets', 'packetBytes', 'jitterMs', 'startS', 'stopS', 'staggerS', 'spreadS', 'sizes',
  'bulk', 'cbr', 'poisson', 'droptail', 'red', 'ared', 'codel', 'pie', 'cubic', 'newreno',
  'linux-6', 'linux-3.10', 'rfc', 'floyd', 'linux', 'linux310', 'rfc8289', 'rfc8033', 'paper2013', 'linux414',
  'fixed', 'exponential', 'minShare', 'maxShare', 'avgPacketBytes', 'wait', 'burst',
] as const;

const DIGITS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const codeOf = (i: number): string =>
  i < DIGITS.length
    ? DIGITS[i]
    : `${DIGITS[Math.floor(i / DIGITS.length) - 1]}${DIGITS[i % DIGITS.length]}`;
const TO_CODE = new Map<string, string>(NAMES.map((name, i) => [name, codeOf(i)]));
const TO_NAME = new Map<string, string>(NAMES.map((name, i) => [codeOf(i), name]));

/** A text that could be taken for a code, or for an escaped text, is escaped. */
const shorten = (text: string): string =>
  TO_CODE.get(text) ?? (text.length <= 2 || text.startsWith("'") ? `'${text}` : text);
const lengthen = (text: string): string =>
  text.startsWith("'") ? text.slice(1) : (TO_NAME.get(text) ?? text);

function translate(value: unknown, words: (text: string) => string): unknown {
  if (typeof value === 'string') return words(value);
  if (Array.isArray(value)) return value.map((item) => translate(item, words));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [words(key), translate(item, words)]),
  );
}

/** What a link does without: the format's version is its own, the score is packed apart, the rest changes nothing. */
const LEFT_OUT = ['version', 'changes', 'about', 'source'];

/** The hash of an experiment, `#` included. */
export async function encodeLink(shared: Shared): Promise<string> {
  const scenario = Object.fromEntries(
    Object.entries(shared.scenario).filter(([name]) => !LEFT_OUT.includes(name)),
  );
  const paths = [...new Set(shared.changes.map((c) => c.set))];
  let before = 0;
  const score = shared.changes.flatMap((c) => {
    const ms = Math.round(c.atS * 1000);
    const time = ms / 1000 === c.atS ? ms - before : [c.atS];
    before = ms;
    return [paths.indexOf(c.set), time, translate(c.to, shorten)];
  });
  const at = Math.round(shared.atS * 1000);
  const { view } = shared;
  const seen = view && [
    Math.round(view.headS * 1000),
    view.span === 'all' ? 0 : view.span,
    Number(view.delayScale === 'linear'),
    Number(view.scope === 'run'),
  ];
  const payload = [at, translate(scenario, shorten), paths, score, ...(seen ? [seen] : [])];
  const json = JSON.stringify([...payload, checksum(payload)]);
  const packed = await pipe(
    new TextEncoder().encode(json),
    new CompressionStream('deflate-raw'),
    Infinity,
  );
  return PREFIX + toBase64Url(packed);
}

/** Whether a hash means to be a link of ours at all. */
export const isLink = (hash: string): boolean => /^#v\d+\./.test(hash);

/** What a hash holds. Never throws, whatever it is given. */
export async function decodeLink(hash: string): Promise<Opened> {
  const version = /^#v(\d+)\./.exec(hash)?.[1];
  if (version === undefined) return refuse('This is not a link to an experiment.');
  if (Number(version) > VERSION)
    return refuse(
      `This link was made by a newer version of the playground (format ${version}, this page reads up to ${VERSION}). Reload the page, or ask for the scenario as a file.`,
    );
  if (Number(version) < 1) return refuse(DAMAGED);
  if (hash.length > MOST_CHARACTERS) return refuse('This link is too long to be an experiment.');
  try {
    // What follows in a text, ")" or ">" or "&utm=1", may have stuck to the link; the checksum tells what was cut too short.
    const packed = fromBase64Url(/^#v\d+\.([\w-]*)/.exec(hash)?.[1] ?? '');
    const bytes = await pipe(packed, new DecompressionStream('deflate-raw'), MOST_BYTES);
    const json = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { ok: true, shared: read(JSON.parse(json)) };
  } catch (error) {
    return refuse(
      error instanceof TooLarge ? 'This link unpacks to more than any experiment needs.' : DAMAGED,
    );
  }
}

const DAMAGED =
  'This link is damaged: part of it may have been cut off. Ask for it again, or have it sent as a file.';
const refuse = (message: string): Opened => ({ ok: false, message });

class Damaged extends Error {}
class TooLarge extends Error {}

/** `value` if `ok`; everything a stranger may have put there is looked at. */
function must<T>(value: unknown, ok: (value: unknown) => boolean): T {
  if (!ok(value)) throw new Damaged();
  return value as T;
}
const isWhole = (v: unknown): boolean => Number.isSafeInteger(v) && (v as number) >= 0;
const isObject = (v: unknown): boolean => typeof v === 'object' && v !== null && !Array.isArray(v);
const isTexts = (v: unknown): boolean => Array.isArray(v) && v.every((t) => typeof t === 'string');

function read(payload: unknown): Shared {
  const all = must<unknown[]>(
    payload,
    (v) => Array.isArray(v) && (v.length === 5 || v.length === 6),
  );
  must(all.at(-1), (v) => v === checksum(all.slice(0, -1)));
  const [at, scenario, paths, score] = all;
  const texts = must<string[]>(paths, isTexts);
  const items = must<unknown[]>(score, (v) => Array.isArray(v) && v.length % 3 === 0);
  const changes: Change[] = [];
  let before = 0;
  for (let i = 0; i < items.length; i += 3) {
    const set = texts[must<number>(items[i], (v) => isWhole(v) && (v as number) < texts.length)];
    const time = items[i + 1];
    const atS = Array.isArray(time)
      ? must<number>(time[0], (v) => Number.isFinite(v) && (v as number) >= 0)
      : (before + must<number>(time, Number.isSafeInteger)) / 1000;
    if (atS < 0) throw new Damaged();
    before = Math.round(atS * 1000);
    changes.push({ atS, set, to: translate(items[i + 2], lengthen) });
  }
  return {
    scenario: {
      version: 1,
      ...(translate(must(scenario, isObject), lengthen) as Record<string, unknown>),
    },
    changes,
    atS: must<number>(at, isWhole) / 1000,
    ...(all.length === 6 ? { view: readView(all[4]) } : {}),
  };
}

function readView(value: unknown): Seen {
  const [head, spanS, linear, run] = must<number[]>(
    value,
    (v) => Array.isArray(v) && v.length === 4 && v.every(isWhole),
  );
  return {
    headS: head / 1000,
    // One that is not offered any more is the whole run.
    span: SPANS.find((s) => s === spanS) ?? 'all',
    delayScale: linear ? 'linear' : 'log',
    scope: run ? 'run' : 'window',
  };
}

/** FNV-1a over the UTF-16 code units of the JSON, 32 bits. */
function checksum(payload: readonly unknown[]): number {
  let hash = 0x811c9dc5;
  for (const unit of JSON.stringify(payload).split(''))
    hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}

/** Passes bytes through a stream, no further than `most` bytes of output. */
async function pipe(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = stream.writable.getWriter();
  // Reported by the reading side as well; unread here it would be an unhandled rejection.
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

function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (b) => String.fromCharCode(b)).join('');
  // Without padding: some sites break links on "=".
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}
