import type { Change } from '../document/scenario';
import {
  COMPARED,
  DELAY_VIEW,
  type Inspected,
  LAYOUTS,
  type LinkedDisplay,
  SEED_COUNTS,
} from './display.svelte';
import type { Interval } from '../document/interval';
import { checkText, type LinkCheck } from './link-check';
import type { PresetOrigin } from './origin.svelte';
import { pack } from './packing';
import SHORT_NAMES from './short-names.generated.json' with { type: 'json' };

/** What a link holds. `crates/aqm-link/src/lib.rs` specifies the form of links. */
export interface Shared {
  /** Scenario without its changes; not validated. */
  readonly scenario: Readonly<Record<string, unknown>>;
  readonly changes: readonly Change[];
  /** How far the sender's run was computed, s. */
  readonly atS: number;
  /** How the sender's page showed it. */
  readonly display?: LinkedDisplay;
  /** The preset that the scenario comes from. */
  readonly preset?: PresetOrigin | undefined;
  /** The sender's run at `atS`. Only a link with a display has it. */
  readonly check?: LinkCheck | undefined;
}

export const VERSION = 1;
const PREFIX = `#v${VERSION}.`;

const TO_CODE = new Map(Object.entries(SHORT_NAMES));

/** Escapes a text that looks like a short name or like an escaped text. */
export const shorten = (text: string): string =>
  TO_CODE.get(text) ?? (text.length <= 2 || text.startsWith("'") ? `'${text}` : text);

export function translate(value: unknown, rename: (text: string) => string): unknown {
  if (typeof value === 'string') return rename(value);
  if (Array.isArray(value)) return value.map((item) => translate(item, rename));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [rename(key), translate(item, rename)]),
  );
}

/** Members of a scenario that a link omits: version and timeline are packed separately; source and card do not affect the run. */
const LEFT_OUT = ['version', 'changes', 'source', 'preset'];

/** The hash of a scenario, `#` included. */
export async function encodeLink(shared: Shared): Promise<string> {
  const scenario = Object.fromEntries(
    Object.entries(shared.scenario).filter(([name]) => !LEFT_OUT.includes(name)),
  );
  const paths = [...new Set(shared.changes.map(pathOf))];
  let before = 0;
  const timeline = shared.changes.flatMap((c) => {
    const ms = Math.round(c.atS * 1000);
    const time = ms / 1000 === c.atS ? ms - before : [c.atS];
    before = ms;
    return [paths.indexOf(pathOf(c)), time, translate(c.to, shorten)];
  });
  const at = Math.round(shared.atS * 1000);
  const { display } = shared;
  const seen = display && viewPart(display, shared);
  const payload = [at, translate(scenario, shorten), paths, timeline, ...(seen ? [seen] : [])];
  return PREFIX + (await pack(payload));
}

const pathOf = ({ set, lane, muted }: Change): string =>
  `${muted ? '~' : ''}${set}${typeof lane === 'number' ? `@${lane}` : ''}`;

function viewPart(display: LinkedDisplay, { preset, check }: Shared): unknown[] {
  const { headS, span, scope, scales, views, layout, focus, seeds = 0 } = display;
  const { fixed, interval, compared } = display;
  const scaled = (id: string): string =>
    id === DELAY_VIEW || !scales[id] ? id : `${id}:${scales[id]}`;
  const times = (of: Interval | undefined): 0 | number[] =>
    of ? [of.fromS, of.toS].map((s) => Math.round(s * 1000)) : 0;
  const origin = preset ? [preset.id, Number(preset.wasModified)] : 0;
  // Links without these items stay as they were.
  const later = [
    layout ? LAYOUTS.indexOf(layout) + 1 : 0,
    focus === undefined ? 0 : focus + 1,
    ...shortened([
      seeds > 0 ? SEED_COUNTS.indexOf(seeds) : 0,
      times(fixed),
      times(interval),
      origin,
      compared ? [compared.lane, compared.minus, COMPARED.indexOf(compared.measure)] : 0,
      Number(display.queue === true),
      display.inspected ? inspectedPart(display.inspected) : 0,
      Number(display.whole === true),
      display.queue && display.queueLanes ? display.queueLanes : 0,
      check ? checkText(check) : 0,
      display.sending ? [display.sending.group, Number(display.sending.isCovered)] : 0,
    ]),
  ];
  const hasLater = later.some((item) => item !== 0);
  return [
    Math.round(headS * 1000),
    span === 'all' ? 0 : span,
    Number(scales[DELAY_VIEW] === 'linear'),
    Number(scope === 'run'),
    ...(views || hasLater ? [(views ?? []).map(scaled)] : []),
    ...(hasLater ? later : []),
  ];
}

function inspectedPart({ lane, isSender, flow, event }: Inspected): readonly number[] {
  if (isSender) return [lane, 1, ...(flow === undefined ? [] : [flow])];
  return event ? [lane, 2, event.flow, event.packet, Math.round(event.atS * 1e9)] : [lane, 0];
}

/** Returns the items without zeros at the end. */
function shortened<T>(items: readonly T[]): readonly T[] {
  const last = items.findLastIndex((item) => item !== 0);
  return items.slice(0, last + 1);
}
