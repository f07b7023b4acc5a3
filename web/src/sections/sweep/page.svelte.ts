import { getContext, setContext } from 'svelte';
import { pool, probe } from '../../core/batch';
import { Kept } from '../../kit/storage/kept';
import { onLeaving, openTabs } from '../../kit/storage/tabs';
import { inSentence } from '../../core/content/format';
import { distinctLanes } from '../../core/content/lane-labels';
import { queueLabel, shortLabel } from '../../core/content/queues';
import { type LaneStyle, laneStyles } from '../../core/content/lane-styles';
import { batchHash, loadBatch } from '../../wasm/batch-package';
import { type Estimate, estimateAt, type Expansion } from './expansion';
import { DEFAULTS, measureOf, type ShownMeasure } from '../../core/variables/measures';
import {
  accepted,
  firstValues,
  shownValue,
  type Variable,
  variables,
} from '../../core/variables/parameters';
import type { Plan } from './plan';
import { Sweeps } from './sweeps.svelte';

const send = openTabs('aqm-sweeps', (message) => void sweeps.receive(message));

/** The sweep of the page. */
export const sweeps: Sweeps = new Sweeps({
  load: async () => {
    const [batch, build] = await Promise.all([loadBatch(), batchHash()]);
    const { Sweep, sweepOverrides } = batch;
    return { Sweep, sweepOverrides, version: () => batch.version(), build };
  },
  pool,
  probe: (runs, signal) => probe(pool, runs, signal),
  storage: new Kept<unknown>('aqm-sweeps'),
  send,
  later: (callback, ms) => {
    const id = setTimeout(callback, ms);
    return () => clearTimeout(id);
  },
});

onLeaving(() => sweeps.leave());

/** A dimension of the results with its texts. */
export interface ShownDimension {
  /** "Round-trip time". */
  readonly title: string;
  readonly unit: string;
  readonly values: readonly unknown[];
  /** The values as numbers; undefined if some are words. */
  readonly numbers: readonly number[] | undefined;
  /** The values as texts, without the unit. */
  readonly labels: readonly string[];
}

/** A lane with its texts and its look. */
export interface ShownLane {
  readonly lane: number;
  readonly label: string;
  readonly short: string;
  readonly style: LaneStyle;
}

/** What the page shows of an expansion, and what the user has selected. */
export class Selection {
  /** The index in each dimension of the selected point, as the user chose it. */
  #at = $state.raw<readonly number[]>([]);
  #lane = $state<number>();
  #measure = $state<string>();
  /** Values of the borders that the user has set, by measure; null: none. */
  borders = $state.raw<Readonly<Record<string, number | null>>>({});
  /** Title of the parameter that the lines have a small plot for each value of; undefined: one value, the selected one. */
  each = $state<string>();
  /** The point under the pointer, which the details show meanwhile. */
  hovered = $state.raw<readonly number[]>();

  readonly #variables = $derived(sweeps.expansion ? variables(sweeps.expansion.plan.scenario) : []);

  readonly dimensions = $derived.by((): readonly ShownDimension[] =>
    (sweeps.expansion?.dimensions ?? []).map(({ path, values }) => {
      const one = this.#variables.find((variable) => variable.path === path);
      const isNumeric = values.every((value) => typeof value === 'number');
      return {
        title: one?.title ?? (path === undefined ? 'Case' : nameOf(path)),
        unit: one?.unit ?? '',
        values,
        numbers: isNumeric ? values : undefined,
        labels: values.map((value) => shownValue(value, one)),
      };
    }),
  );

  readonly lanes = $derived.by((): readonly ShownLane[] => {
    const { expansion } = sweeps;
    if (!expansion) return [];
    const { scenario } = expansion.plan;
    const { queues } = scenario;
    const varied = variedLanes(expansion.plan);
    const labels = distinctLanes(scenario);
    const styles = laneStyles(Array.from({ length: 6 }, (_, lane) => queues[lane]?.kind ?? ''));
    return expansion.lanes.map((lane) => {
      const own = queues[lane];
      const isKnown = own !== undefined && !varied(lane);
      return {
        lane,
        label: isKnown ? labels[lane] : `Lane ${lane + 1}`,
        short:
          isKnown && labels[lane] === queueLabel(own.kind)
            ? shortLabel(own.kind)
            : isKnown
              ? labels[lane]
              : `Lane ${lane + 1}`,
        style: styles[lane],
      };
    });
  });

  /** The measures of the table. */
  readonly measures = $derived.by((): readonly ShownMeasure[] => {
    const { expansion } = sweeps;
    if (!expansion) return [];
    return expansion.measures.map((name) => measureOf(name, expansion.plan.scenario));
  });

  /** Index of the measure of the heatmap. */
  readonly measure = $derived(
    Math.max(
      0,
      this.measures.findIndex(({ name }) => name === this.#measure),
    ),
  );

  /** The selected point: an index in each dimension. */
  readonly at = $derived.by((): readonly number[] =>
    this.dimensions.map(({ values }, i) =>
      Math.min(this.#at[i] ?? Math.floor(values.length / 2), values.length - 1),
    ),
  );

  /** The selected lane. */
  readonly lane = $derived(
    this.lanes.some(({ lane }) => lane === this.#lane) ? this.#lane! : (this.lanes[0]?.lane ?? 0),
  );

  /** Whether the section was left for Live from a point, to which the focus returns. */
  isLeft = false;

  /** The point that the details show. */
  readonly shown = $derived(
    this.hovered?.length === this.at.length &&
      this.hovered.every((i, k) => i < this.dimensions[k].values.length)
      ? this.hovered
      : this.at,
  );

  select(at: readonly number[], lane = this.lane): void {
    this.#at = at;
    this.#lane = lane;
  }
  selectMeasure(index: number): void {
    this.#measure = this.measures[index]?.name;
  }

  /** Returns the estimate of a measure at a point, in the unit that the page shows. */
  estimate(measure: number, at: readonly number[], lane: number): Estimate {
    const { expansion, estimates } = sweeps;
    if (!expansion || !estimates[measure]) return { runs: 0, value: NaN, half: NaN };
    const { runs, value, half } = estimateAt(estimates[measure], expansion.rowAt(at, lane));
    const { factor } = this.measures[measure];
    return { runs, value: factor * value, half: factor * half };
  }

  /** Returns the place of a point in words: "Round-trip time 50 ms, bandwidth 20 Mbit/s". */
  place(at: readonly number[]): string {
    const parts = this.dimensions.map(({ title, unit, labels }, i) => {
      const name = i === 0 ? title : lower(title);
      return `${name} ${labels[at[i]]}${unit ? ` ${unit}` : ''}`;
    });
    return parts.join(', ') || 'The scenario';
  }
}

/** Returns a name for a field that no control of the page has. */
export function nameOf(path: string): string {
  const [, lane] = /^queues\.(\d+)(?:\.kind)?$/.exec(path) ?? [];
  if (lane === undefined) return path;
  const isOnly = sweeps.expansion?.plan.scenario.queues.length === 1;
  return isOnly ? 'Discipline' : `Lane ${Number(lane) + 1}: discipline`;
}

/** Returns a title for the middle of a sentence: "round-trip time", but "CoDel: target". */
export const lower = (title: string): string => (title.includes(': ') ? title : inSentence(title));

/** The selection of the page, which stays while another section is shown. */
export const selection = new Selection();

/** Returns whether a plan replaces the queue of a lane, whose name is then not that of the scenario. */
function variedLanes({ vary = [], cases = [] }: Plan): (lane: number) => boolean {
  const paths = [
    ...vary.map(({ path }) => path),
    ...cases.flatMap(({ set }) => Object.keys(set ?? {})),
  ];
  return (lane) =>
    paths.some((path) => ['queues', `queues.${lane}`, `queues.${lane}.kind`].includes(path));
}

/** Returns the names of the measures of a plan. */
export const namedMeasures = ({ measures = [] }: Plan): readonly string[] =>
  measures.length > 0 ? measures : DEFAULTS;

/** Values for a parameter that a user has just chosen. */
export const acceptedValues = (plan: Plan, one: Variable): readonly unknown[] =>
  accepted(plan, one.path, firstValues(one), (other) => sweeps.accepts(other));

/** Returns how many lanes, values and seeds a plan has: "6 × 6 values, 8 seeds, 5 lanes". */
export function sizeOf({ dimensions, seeds, lanes }: Expansion): string {
  const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;
  const counts = dimensions.map(({ values }) => values.length);
  const values =
    counts.length === 0
      ? []
      : [counts.length === 1 ? count(counts[0], 'value') : `${counts.join(' × ')} values`];
  return [...values, count(seeds.length, 'seed'), count(lanes.length, 'lane')].join(', ');
}

const KEY = Symbol('open-live');
/** Opens the selected point in Live. */
export type OpenLive = (at: readonly number[]) => void;
export const provideOpenLive = (open: OpenLive): OpenLive => setContext(KEY, open);
export const useOpenLive = (): OpenLive => getContext<OpenLive>(KEY);
