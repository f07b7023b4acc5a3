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

/**
 * The link: `#v1.` and, in base64url, the raw-deflated JSON `[atMs, scenario, paths, timeline, view, sum]`. It is the hash of
 * the address, which browsers do not send to servers.
 *
 * - `atMs`: how far the sender's run was computed, whole milliseconds of simulated time.
 * - `scenario`: the canonical scenario without `version`, `source` and `changes`, and with `about` only if the user has
 *   written it; known names are shortened to one
 *   or two letters (`SHORT_NAMES`).
 * - `paths`: the paths of the changes, each once. A change of one lane has `@` and the number of the lane behind its path, and a
 *   muted one `~` before it; pages that do not know these refuse the path.
 * - `timeline`: per change three items: index into `paths`, milliseconds since the change before, value. A time that is no
 *   whole millisecond is written as `[seconds]`.
 * - `view`: the sender's display: the playhead, ms; the visible time, s, 0 for the whole run; whether the axis of the queue
 *   delay is linear (0 or 1); whether numbers are those of the whole run (0 or 1); then, unless the views are the standard
 *   ones, their ids in order, each with `:log` or `:linear` if its axis is not that view's first (an empty list if only
 *   later items follow); the layout of lanes, 1 for overlaid, 2 for stacked, 0 if it depends on their number; one more than
 *   the index of the lane in focus, 0 without one; the number of other seeds as an index in `SEED_COUNTS`, 0 for none; the
 *   window if it was chosen, and the chosen interval, each as `[from, to]` in ms, 0 without one; the preset that the scenario comes
 *   from, as `[name of its file, whether it is modified (0 or 1)]`; the difference that is drawn, as the indices of
 *   `[lane, lane that is subtracted, quantity in COMPARED]`; 1 if the queue view is open; what is open
 *   in the inspector, as `[lane, 0]` for the discipline, `[lane, 1, flow]` for a sender (without `flow`: the first one), and
 *   `[lane, 2, flow, packet, ns]` for the drop or mark of a packet at this time; 1 if the controls edit the whole run; the
 *   indices of the lanes chosen for the queue view, the latest last, 0 for the first lanes; the check of the run at `atMs`, as the
 *   text `version:digest,digest...` with 8 hexadecimal digits for each lane, 0 without one; the traffic group whose sender the user is, as
 *   `[index, whether the queue is covered (0 or 1)]`, 0 without one. Zeros at the
 *   end are left out. More items may follow in a later release; a reader skips unknown items. Optional.
 * - `sum`: FNV-1a of the JSON of all items before it. Raw deflate has no checksum, and a link with one wrong letter must not
 *   open as another scenario.
 *
 * The JSON is exactly what `JSON.stringify` writes. `crates/aqm-cli/src/commands/link.rs` reads links by the same rules;
 * `scenarios/golden/damaged-links.json` lists links that both must read or refuse.
 *
 * Links of every release must always open: short names are assigned once (crates/aqm-scenario/src/model/short-names.txt),
 * and a new layout gets a new version.
 */
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

/** Members of a scenario that a link omits: version and timeline are packed separately, the source does not affect the run. */
const LEFT_OUT = ['version', 'changes', 'source'];

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
