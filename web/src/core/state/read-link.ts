import type { Change } from '../document/scenario';
import { excerpt } from './excerpt';
import {
  type Compared,
  COMPARED,
  DELAY_VIEW,
  type Inspected,
  LAYOUTS,
  type LinkedDisplay,
  SEED_COUNTS,
  SPANS,
} from './display.svelte';
import type { Interval } from '../document/interval';
import type { PresetOrigin } from './origin.svelte';
import { readCheck } from './link-check';
import { Damaged, MOST_CHARACTERS, must, TooLarge, unpack } from './packing';
import { type Shared, translate, VERSION } from './share';
import SHORT_NAMES from './short-names.generated.json' with { type: 'json' };

/** The content of a link, or the reason why it cannot be read. `share.ts` writes links. */
export type DecodedLink =
  { readonly ok: true; readonly shared: Shared } | { readonly ok: false; readonly message: string };

/** Greatest size of an unpacked scenario. */
const MOST_BYTES = 256 * 1024;

/** Greatest number of views on a page and in a link. */
const MOST_VIEWS = 20;

const TO_NAME = new Map(Object.entries(SHORT_NAMES).map(([name, code]) => [code, name]));

export const lengthen = (text: string): string =>
  text.startsWith("'") ? text.slice(1) : (TO_NAME.get(text) ?? text);

/** Reads a hash. Never throws. */
export async function decodeLink(hash: string): Promise<DecodedLink> {
  const version = /^#v(\d+)\./.exec(hash)?.[1];
  if (version === undefined) return refuse('This is not a link to a run.');
  if (Number(version) > VERSION)
    return refuse(
      `This link was made by a newer version of the playground (format ${excerpt(version, 6)}, this page reads up to ${VERSION}). Reload the page, or ask for the scenario as a file.`,
    );
  if (Number(version) < 1) return refuse(DAMAGED);
  if (hash.length > MOST_CHARACTERS)
    return refuse(`This link has more than ${MOST_CHARACTERS} characters, the limit of a link.`);
  try {
    return { ok: true, shared: read(await unpack(hash.replace(/^#v\d+\./, ''), MOST_BYTES)) };
  } catch (error) {
    return refuse(
      error instanceof TooLarge
        ? `This link unpacks to more than ${MOST_BYTES / 1024} KiB, the limit of a scenario.`
        : DAMAGED,
    );
  }
}

const DAMAGED =
  'This link is damaged: part of it may have been cut off. Ask for a new link, or for the scenario as a file.';
const refuse = (message: string): DecodedLink => ({ ok: false, message });

const isWhole = (v: unknown): boolean => Number.isSafeInteger(v) && (v as number) >= 0;
const isObject = (v: unknown): boolean => typeof v === 'object' && v !== null && !Array.isArray(v);
const isTexts = (v: unknown): boolean => Array.isArray(v) && v.every((t) => typeof t === 'string');

function read(payload: unknown): Shared {
  const all = must<unknown[]>(
    payload,
    (v) => Array.isArray(v) && (v.length === 4 || v.length === 5),
  );
  const [at, scenario, paths, timeline] = all;
  const texts = must<string[]>(paths, isTexts);
  const items = must<unknown[]>(timeline, (v) => Array.isArray(v) && v.length % 3 === 0);
  const changes: Change[] = [];
  let before = 0;
  for (let i = 0; i < items.length; i += 3) {
    const set = texts[must<number>(items[i], (v) => isWhole(v) && (v as number) < texts.length)];
    const time = items[i + 1];
    const atS = Array.isArray(time)
      ? must<number>(time[0], (v) => Number.isFinite(v) && (v as number) >= 0 && time.length === 1)
      : (before + must<number>(time, Number.isSafeInteger)) / 1000;
    if (atS < 0) throw new Damaged();
    before = Math.round(atS * 1000);
    changes.push({ atS, ...placed(set), to: lengthened(items[i + 2]) });
  }
  const members = lengthened(must(scenario, isObject)) as Record<string, unknown>;
  // They have places of their own.
  if ('version' in members || 'changes' in members) throw new Damaged();
  const check = Array.isArray(all[4]) ? readCheck(all[4][CHECK_AT]) : undefined;
  return {
    scenario: { version: 1, ...members },
    changes,
    atS: must<number>(at, isWhole) / 1000,
    ...(all.length === 5 ? { display: readView(all[4]), preset: readPreset(all[4]) } : {}),
    ...(check ? { check } : {}),
  };
}

/** Returns a value with long names. A short name beside its long one would be the same member twice. */
function lengthened(value: unknown): unknown {
  const names = (of: unknown): number =>
    typeof of === 'object' && of !== null
      ? Object.values(of).reduce((sum: number, one) => sum + names(one), Object.keys(of).length)
      : 0;
  const long = translate(value, lengthen);
  return must(long, () => names(long) === names(value));
}

/** Reads the path of a change, with its lane and whether it is muted. */
function placed(text: string): Omit<Change, 'atS' | 'to'> {
  const [, muted, set = text, lane] = /^(~?)(.*?)(?:@(\d))?$/.exec(text) ?? [];
  return { set, ...(lane && { lane: Number(lane) }), ...(muted && { muted: true }) };
}

function readView(value: unknown): LinkedDisplay {
  const all = must<unknown[]>(
    value,
    (v) => Array.isArray(v) && v.length >= 4 && v.slice(0, 4).every(isWhole),
  );
  const [head, spanS, linear, run, ids = [], layout, focus, seeds, fixed, interval, , compared] =
    all;
  const items = must<string[]>(ids, isTexts).map((item) => item.split(':'));
  const named = items.slice(0, MOST_VIEWS);
  const scales = Object.fromEntries(
    named.flatMap(([id, scale]) =>
      scale === 'log' || scale === 'linear' ? [[id, scale] as const] : [],
    ),
  );
  return {
    headS: (head as number) / 1000,
    // A visible time that the page no longer offers becomes the whole run.
    span: SPANS.find((s) => s === spanS) ?? 'all',
    scope: run ? 'run' : 'window',
    scales: linear ? { ...scales, [DELAY_VIEW]: 'linear' } : scales,
    views: items.length > 0 ? [...new Set(named.map(([id]) => id))] : undefined,
    layout: LAYOUTS.find((_, i) => i + 1 === layout),
    focus: isWhole(focus) && (focus as number) > 0 ? (focus as number) - 1 : undefined,
    seeds: SEED_COUNTS.find((_, i) => i > 0 && i === seeds),
    fixed: readInterval(fixed),
    interval: readInterval(interval),
    compared: readCompared(compared),
    ...(all[QUEUE_AT] === 1 ? { queue: true } : {}),
    ...(all[WHOLE_AT] === 1 ? { whole: true } : {}),
    inspected: readInspected(all[INSPECTED_AT]),
    queueLanes: readLanes(all[QUEUE_LANES_AT]),
    ...readSending(all[SENDING_AT]),
  };
}

function readCompared(value: unknown): Compared | undefined {
  if (!Array.isArray(value) || value.length !== 3 || !value.every(isWhole)) return undefined;
  const [lane, minus, index] = value as readonly number[];
  const measure = COMPARED.find((_, i) => i === index);
  return measure && { lane, minus, measure };
}

/** Index of the preset in the list of the view. */
const PRESET_AT = 10;
/** Index of the open queue view in it. */
const QUEUE_AT = 12;
/**
 * Index of what is open in the inspector, of the mode "Whole run", of the lanes in the queue view, of the check, and of the group whose
 * sender the user is.
 */
const [INSPECTED_AT, WHOLE_AT, QUEUE_LANES_AT, CHECK_AT, SENDING_AT] = [13, 14, 15, 16, 17];

function readSending(value: unknown): Pick<LinkedDisplay, 'sending'> {
  if (!Array.isArray(value) || value.length !== 2 || !value.every(isWhole)) return {};
  const [group, covered] = value as readonly number[];
  return { sending: { group, isCovered: covered === 1 } };
}

function readLanes(value: unknown): readonly number[] | undefined {
  const isList = Array.isArray(value) && value.length > 0 && value.every(isWhole);
  return isList && new Set(value).size === value.length ? (value as number[]) : undefined;
}

function readPreset(view: unknown): PresetOrigin | undefined {
  const item: unknown = Array.isArray(view) ? view[PRESET_AT] : undefined;
  if (!Array.isArray(item)) return undefined;
  const [id, modified] = item as readonly unknown[];
  const isName = typeof id === 'string' && /^[a-z0-9-]{1,80}$/.test(id);
  return isName ? { id, wasModified: modified === 1 } : undefined;
}

function readInspected(value: unknown): Inspected | undefined {
  if (!Array.isArray(value) || value.length > 5 || !value.every(isWhole)) return undefined;
  const [lane, what, ...rest] = value as readonly number[];
  const [flow, packet, ns] = rest;
  if (what === 0 && rest.length === 0) return { lane };
  if (what === 1 && rest.length <= 1) return { lane, isSender: true, flow };
  return what === 2 && rest.length === 3
    ? { lane, event: { atS: ns / 1e9, flow, packet } }
    : undefined;
}

function readInterval(value: unknown): Interval | undefined {
  if (!Array.isArray(value) || value.length !== 2 || !value.every(isWhole)) return undefined;
  const [fromS, toS] = value.map((ms) => (ms as number) / 1000);
  return fromS < toS ? { fromS, toS } : undefined;
}
