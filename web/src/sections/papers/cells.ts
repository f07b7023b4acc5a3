import type { Measure, Row, Value } from './report.generated';

/**
 * State of one run of an item. `old`: made by another version of the simulator. A run that is made again is `queued`, and its
 * former result counts until then.
 */
export type RunState = 'none' | 'queued' | 'done' | 'old' | 'failed';

/** How far ours is from the published value. */
export type Grade = NonNullable<Value['grade']>;

/** What a cell of a table shows. */
export interface Cell {
  readonly state: 'none' | 'queued' | 'running' | 'part' | 'done' | 'failed';
  /** Our value; '' before the first run. */
  readonly ours: string;
  /** Ours minus published; '' if one of them is not known, or runs are missing. */
  readonly deviation: string;
  /** Triangle of the grade: up means higher than published; '' within the tolerance. */
  readonly glyph: string;
  /** Undefined without a tolerance. */
  readonly grade: Grade | undefined;
  /** Number of runs that have ended, and that the row has. */
  readonly made: number;
  readonly of: number;
  /** Some of the runs were made by another version of the simulator. */
  readonly isOld: boolean;
}

/** Returns a number as text; an en dash if there is none. */
export function shown(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  const text = value.toFixed(decimals);
  return (/^-0(\.0*)?$/.test(text) ? text.slice(1) : text).replace('-', '−');
}

/** Returns a difference as text, with its sign. */
export function signed(value: number, decimals: number): string {
  const text = shown(value, decimals);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

const GLYPHS = { near: ['△', '▽'], off: ['▲', '▼'] } as const;

/** Returns what a cell shows. `states`: those of all runs of the item. */
export function cellOf(
  row: Row,
  { decimals }: Measure,
  value: Value,
  states: readonly RunState[],
): Cell {
  const own = row.runs.map((run) => states[run] ?? 'none');
  const count = (state: RunState): number => own.filter((one) => one === state).length;
  const made = count('done') + count('old');
  const isWhole = value.ours !== null && made === own.length;
  const stateOf = (): Cell['state'] => {
    if (count('queued') > 0) return value.ours ? 'running' : 'queued';
    if (count('failed') > 0) return 'failed';
    if (!value.ours) return 'none';
    return isWhole ? 'done' : 'part';
  };
  const deviation = isWhole ? value.deviation : null;
  const grade = isWhole ? (value.grade ?? undefined) : undefined;
  return {
    state: stateOf(),
    ours: value.ours ? shown(value.ours.mean, decimals) : '',
    deviation: deviation === null ? '' : signed(deviation, decimals),
    glyph:
      grade && grade !== 'ok' && deviation !== null ? GLYPHS[grade][deviation > 0 ? 0 : 1] : '',
    grade,
    made,
    of: own.length,
    isOld: count('old') > 0,
  };
}
