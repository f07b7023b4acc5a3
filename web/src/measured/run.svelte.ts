import type { Capacity } from './capacity';
import type { Column } from '../charts';
import { dotsOf } from './dots';
import { LONGEST_S, type Imported, type Quantity, type Recorded } from './import/recorded';
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
const VIEWS: Readonly<Record<string, Role>> = {
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

/** A measured run over the plots, with what the user has set. */
export class MeasuredRun {
  /** Name of its file. */
  readonly name: string;
  /** 0 or 1: the shape of its dots. */
  readonly place: 0 | 1;
  readonly format: string;
  readonly series: readonly Recorded[];
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
    this.format = imported.format;
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

  chosenFor(role: Role): number | undefined {
    return this.#chosen[role];
  }

  choose(role: Role, index: number): void {
    this.#chosen[role] = index;
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

  readonly #delays = $derived.by(() => {
    const series = this.#of('delay');
    return series && columnOf(series, this.shiftS, (value) => this.#delayOf(value));
  });
  readonly #throughput = $derived.by(() => {
    const series = this.#of('throughput');
    return series && columnOf(series, this.shiftS, (value) => value);
  });
  readonly #backlog = $derived.by(() => {
    const series = this.#of('backlog');
    return series && columnOf(series, this.shiftS, (value) => value);
  });
  readonly #drops = $derived.by(() => {
    const series = this.#of('drops');
    return series?.weights && dropColumn(series, this.shiftS);
  });

  /** Returns what is drawn in a view; undefined if there is nothing to compare. `capacity`: bandwidth of the scenario. */
  columnFor(view: string, capacity: Capacity): Column | undefined {
    switch (VIEWS[view]) {
      case 'delay':
        return this.#delays;
      case 'throughput':
        return view === 'goodput' ? this.#throughput : this.#utilization(capacity);
      case 'drops':
        return this.#drops;
      case 'backlog':
        return this.#backlog;
      default:
        return undefined;
    }
  }

  /** The latest utilization, so that equal pictures have equal columns. */
  #latest:
    { readonly of: Column; readonly capacity: Capacity; readonly column: Column } | undefined;

  #utilization(capacity: Capacity): Column | undefined {
    const of = this.#throughput;
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
