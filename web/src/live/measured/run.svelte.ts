import type { Capacity } from './capacity';
import type { Column } from '../../kit/charts';
import { dotsOf } from './dots';
import { LONGEST_S, type Imported, type Quantity, type Recorded } from './import/recorded';
import type { Entry } from './kept-run';
import {
  columnOf,
  dropColumn,
  dropRateOf,
  statisticsOf,
  type Statistics,
  utilizationOf,
} from './samples';

/** Limits of what the user can set. */
export const MOST_SHIFT_S = LONGEST_S;
export const MOST_BASE_MS = 100_000;
export const MOST_FACTOR = 1e6;

/** What a run can be compared with, and the quantities that it can be taken from. */
const ROLES = {
  delay: ['delay', 'rtt'],
  throughput: ['throughput'],
  drops: ['drops'],
  backlog: ['backlog'],
} as const satisfies Readonly<Record<string, readonly Quantity[]>>;
export type Role = keyof typeof ROLES;

/** The plots in which each role is drawn. */
const VIEWS: Readonly<Record<string, Role | undefined>> = {
  'queue-delay': 'delay',
  utilization: 'throughput',
  goodput: 'throughput',
  'drops-and-marks': 'drops',
  'queue-length': 'backlog',
};

/** The numbers of a measured run in a span of time. Rates are shares; undefined where nothing was measured. */
export interface Numbers {
  readonly delay: Statistics | undefined;
  readonly utilization: number | undefined;
  readonly dropRate: number | undefined;
}

/** What the user has set of a measured run. */
export interface Settings {
  readonly shiftS: number;
  readonly baseMs: number;
  readonly factor: number;
  /** The series of each role, as an index. */
  readonly chosen: Partial<Readonly<Record<Role, number>>>;
}

/** Returns whose quantity a series is: "lane 1 codel" of "lane 1 codel, drops". */
const sourceOf = ({ name }: Recorded): string => name.slice(0, name.lastIndexOf(', '));

/** A measured run over the plots, with what the user has set. */
export class MeasuredRun {
  /** Name of its file. */
  readonly name: string;
  /** 0 or 1: the shape of its dots. */
  readonly place: 0 | 1;
  /** What its file holds. */
  readonly imported: Imported;
  readonly series: readonly Recorded[];
  /** What the browser keeps of it; undefined if it keeps nothing. */
  entry: Entry | undefined;
  /** Time of the simulation at which the measured run starts, s. */
  shiftS = $state(0);
  /** Subtracted from round-trip times, ms. */
  baseMs = $state(0);
  /** Multiplies delays before the base is subtracted. */
  factor = $state(1);
  /** The series of each role, as an index. */
  readonly #chosen: Partial<Record<Role, number>> = $state({});

  /** `rttMs`: round-trip time of the scenario, for files with no base of their own. */
  constructor(name: string, place: 0 | 1, imported: Imported, rttMs: number) {
    this.name = name;
    this.place = place;
    this.imported = imported;
    this.series = imported.series;
    for (const role of Object.keys(ROLES) as Role[]) {
      const [first] = this.candidates(role);
      if (first !== undefined) this.#chosen[role] = first;
    }
    // A measured time below the RTT of the scenario has another base.
    const least = this.ownBaseMs;
    this.baseMs = imported.baseRttMs ?? (least >= rttMs ? rttMs : least);
  }

  /** Colour, dash and dots of its lines. */
  get style(): { colour: string; dash: readonly number[]; dots: ReturnType<typeof dotsOf> } {
    return {
      colour: 'var(--ink)',
      dash: this.place === 1 ? [4, 2] : [],
      dots: dotsOf(this.place === 1),
    };
  }

  /** Returns the indices of the series that a role can be taken from, the best first. */
  candidates(role: Role): number[] {
    return ROLES[role].flatMap((quantity) =>
      this.series.flatMap((series, i) => (series.quantity === quantity ? [i] : [])),
    );
  }

  get settings(): Settings {
    const { shiftS, baseMs, factor } = this;
    return { shiftS, baseMs, factor, chosen: { ...this.#chosen } };
  }

  /** Takes settings that were kept, as far as they are possible. Returns whether all of them are. */
  restore(value: unknown): boolean {
    const { shiftS, baseMs, factor, chosen } = (value ?? {}) as Partial<
      Record<keyof Settings, unknown>
    >;
    const isWithin = (n: unknown, least: number, most: number): n is number =>
      typeof n === 'number' && n >= least && n <= most;
    const isShift = isWithin(shiftS, -MOST_SHIFT_S, MOST_SHIFT_S);
    const isBase = isWithin(baseMs, 0, MOST_BASE_MS);
    const isFactor = isWithin(factor, 0, MOST_FACTOR);
    if (isShift) this.shiftS = shiftS;
    if (isBase) this.baseMs = baseMs;
    if (isFactor) this.factor = factor;
    const own = (chosen ?? {}) as Partial<Record<Role, unknown>>;
    const areChosen = (Object.keys(this.#chosen) as Role[]).map((role) => {
      const index = this.candidates(role).find((i) => i === own[role]);
      if (index !== undefined) this.#chosen[role] = index;
      return index !== undefined;
    });
    return isShift && isBase && isFactor && areChosen.every(Boolean);
  }

  /** Sets the start, within what a run can have; to the millisecond. */
  startAt(s: number): void {
    this.shiftS = Math.max(-MOST_SHIFT_S, Math.min(MOST_SHIFT_S, Number(s.toFixed(3))));
  }

  chosenFor(role: Role): number | undefined {
    return this.#chosen[role];
  }

  /** Draws another series. With the delay of another lane, the other quantities are of that lane, too. */
  choose(role: Role, index: number): void {
    this.#chosen[role] = index;
    if (role !== 'delay') return;
    const { name } = this.series[index];
    for (const other of Object.keys(ROLES) as Role[]) {
      const own = this.candidates(other).find((i) => sourceOf(this.series[i]) === name);
      if (own !== undefined) this.#chosen[other] = own;
    }
  }

  #of(role: Role): Recorded | undefined {
    const index = this.#chosen[role];
    return index === undefined ? undefined : this.series[index];
  }

  /** Whether a base is subtracted from the delay. */
  get hasBase(): boolean {
    return this.#of('delay')?.quantity === 'rtt';
  }

  get hasDelay(): boolean {
    return this.#of('delay') !== undefined;
  }

  /** Whether the file has statistics of a whole run and no samples. */
  get isSummary(): boolean {
    return this.#of('delay')?.summary !== undefined;
  }

  /** The least measured round-trip time, ms; 0 without one. */
  get ownBaseMs(): number {
    const series = this.#of('delay');
    if (series?.quantity !== 'rtt') return 0;
    const least = series.values.reduce((a, b) => Math.min(a, b), Infinity) * this.factor;
    return Number.isFinite(least) ? Math.max(0, Math.min(MOST_BASE_MS, least)) : 0;
  }

  #delayOf(value: number): number {
    return Math.max(0, value * this.factor - (this.hasBase ? this.baseMs : 0));
  }

  // The columns of a run that starts at zero: a drag changes only the start.
  readonly #delay = $derived.by(() => this.#columnOf('delay', (value) => this.#delayOf(value)));
  readonly #throughput = $derived.by(() => this.#columnOf('throughput'));
  readonly #backlog = $derived.by(() => this.#columnOf('backlog'));
  readonly #drops = $derived.by(() => {
    const series = this.#of('drops');
    return series?.weights && dropColumn(series);
  });
  readonly #columns = $derived.by((): Readonly<Record<Role, Column | undefined>> => {
    const shifted = (column: Column | undefined): Column | undefined =>
      column && { ...column, startS: column.startS + this.shiftS };
    return {
      delay: shifted(this.#delay),
      throughput: shifted(this.#throughput),
      backlog: shifted(this.#backlog),
      drops: shifted(this.#drops),
    };
  });

  #columnOf(role: Role, of = (value: number): number => value): Column | undefined {
    const series = this.#of(role);
    return series && columnOf(series, of);
  }

  /** Returns what is drawn in a view; undefined if there is nothing to compare. `capacity`: bandwidth of the scenario. */
  columnFor(view: string, capacity: Capacity): Column | undefined {
    const role = VIEWS[view];
    if (role === undefined) return undefined;
    return view === 'utilization' ? this.#utilization(capacity) : this.#columns[role];
  }

  /** The latest utilization, so that equal pictures have equal columns. */
  #latest:
    { readonly of: Column; readonly capacity: Capacity; readonly column: Column } | undefined;

  #utilization(capacity: Capacity): Column | undefined {
    const of = this.#columns.throughput;
    if (!of) return undefined;
    if (this.#latest?.of !== of || this.#latest.capacity !== capacity) {
      const { startS, stepS } = of;
      const values = of.values.map((mbps, i) =>
        Math.min(100, (100 * mbps) / capacity(startS + i * stepS, startS + (i + 1) * stepS)),
      );
      this.#latest = { of, capacity, column: { ...of, values } };
    }
    return this.#latest.column;
  }

  /** Returns the numbers of a span of simulated time, s. */
  numbersOf([fromS, toS]: readonly [number, number], capacity: Capacity): Numbers {
    const [delay, throughput, drops] = [
      this.#of('delay'),
      this.#of('throughput'),
      this.#of('drops'),
    ];
    const [from, to] = [fromS - this.shiftS, toS - this.shiftS];
    const shifted: Capacity = (a, b) => capacity(a + this.shiftS, b + this.shiftS);
    return {
      delay: delay && statisticsOf(delay, from, to, (value) => this.#delayOf(value)),
      utilization:
        delay?.summary?.utilization ?? (throughput && utilizationOf(throughput, from, to, shifted)),
      dropRate: delay?.summary?.dropRate ?? (drops && dropRateOf(drops, from, to)),
    };
  }
}
