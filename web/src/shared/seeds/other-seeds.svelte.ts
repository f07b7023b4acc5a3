import type { Progress } from '../../core/batch';
import type { Column, Ribbons } from '../../kit/charts';
import type { Workspace } from '../../core/state/workspace.svelte';
import { compared, type Comparison } from './bands';
import { horizonS, seedsBeside } from './horizon';
import { laneDocument } from './lane-document';
import { type Measure, MEASURES } from './measures';
import { best, type Ribbon, type Runner, SeedRuns, type Valid, type Wish } from './seed-runs';
import { endOf, lengthOf, type Quotient, type SeedMeasure, valueOf } from './sums';

/** Time after an edit at which new runs start, ms: a slider may still be moving. */
const SETTLED_MS = 700;
/** The mean over a shorter time, s, is not compared. */
const LEAST_S = 1;

/** A comparison and what is compared. */
export interface Compared extends Comparison {
  readonly measure: Measure;
}

/** Runs of the present document with other seeds, for the plots. */
export class OtherSeeds {
  readonly #workspace: Workspace;
  readonly #runs: SeedRuns;
  #ribbons = $state.raw<readonly Ribbon[]>([]);
  progress = $state.raw<Progress>();
  failure = $state<string>();
  readonly #seed = $derived.by(() => this.#workspace.doc.base.seed ?? 1);
  readonly #seeds = $derived.by(() => seedsBeside(this.#seed, this.#workspace.display.seeds));
  readonly #documents = $derived.by(() => {
    const { scenario } = this.#workspace.doc;
    return scenario.queues.map((_, lane) => laneDocument(scenario, lane));
  });
  /** Changes rarely, although time passes in every frame. */
  readonly #horizonS = $derived.by(() =>
    horizonS(this.#workspace.run.doneS, this.#workspace.durationS),
  );
  /** The shown run comes first. The length of a held burst is not known before its end. */
  readonly #isReady = $derived.by(() => {
    const { bursts, run } = this.#workspace;
    const isShown = run.phase !== 'empty' && run.phase !== 'busy' && run.phase !== 'failed';
    return isShown && !bursts.isHeld && this.#documents.length > 0;
  });
  /** For each lane its ribbon, and the time until which the ribbon is valid; undefined without one. */
  readonly lanes: readonly (Valid | undefined)[] = $derived.by(() =>
    this.#documents.map((document) => best(this.#ribbons, document)),
  );
  /** What was computed last. */
  #wish: Wish | undefined;
  /** Ends everything. */
  readonly stop: () => void;

  /** `later` calls back after some time, ms; it returns a function that cancels. */
  constructor(
    workspace: Workspace,
    later: (callback: () => void, ms: number) => () => void,
    runner: Runner,
  ) {
    this.#workspace = workspace;
    this.#runs = new SeedRuns(runner, () => {
      const { ribbons, progress, failure } = this.#runs;
      Object.assign(this, { progress, failure });
      this.#ribbons = ribbons;
    });
    let isFirst = true;
    const end = $effect.root(() => {
      $effect(() => {
        const wish = {
          lanes: this.#documents,
          seeds: this.#seeds,
          toS: this.#horizonS,
          durationS: workspace.durationS,
          rateMbps: workspace.doc.base.link.rateMbps,
        };
        if (!this.#isReady) return;
        this.#wish = wish;
        const cancel = later(() => this.#runs.compute(wish), isFirst ? 0 : SETTLED_MS);
        isFirst = false;
        return () => {
          cancel();
          this.#runs.stop();
        };
      });
    });
    this.stop = () => {
      end();
      this.#runs.stop();
    };
  }

  /** Computes what is missing again, after a failure. */
  retry(): void {
    if (this.#wish) this.#runs.compute(this.#wish);
  }

  /**
   * Returns the ribbons of a lane in a view up to `doneS`: both, or the narrow one only. `hasMarks`: the lane has marked
   * packets. Undefined without ribbons.
   */
  ribbonsOf(
    view: string,
    lane: number,
    { doneS, hasMarks, isNarrow }: { doneS: number; hasMarks: boolean; isNarrow: boolean },
  ): Ribbons | undefined {
    const valid = this.lanes[lane];
    const measure = measuresOf(view, hasMarks).at(-1);
    if (!valid || !measure) return undefined;
    const { ribbon, untilS } = valid;
    const { drawn } = measure;
    return {
      stepS: stepOf(ribbon, measure),
      at: (binS) => {
        const { half, most } = ribbon.bands(drawn, Math.round(binS / trackStep(ribbon, drawn)));
        const length = binsUntil(binS, Math.min(untilS, doneS), half.low.length);
        const column = (values: Float32Array): Column => ({
          ...{ startS: 0, stepS: binS, values, length, epoch: 0 },
        });
        const both = [
          { label: '90 %', low: column(most.low), high: column(most.high) },
          { label: 'half', low: column(half.low), high: column(half.high) },
        ];
        return isNarrow ? both.slice(1) : both;
      },
    };
  }

  /**
   * Compares each measure of a view in the shown run with that of the other runs, in the part of [t0, t1] s that is computed.
   * Undefined if runs are missing, or if the ribbon ends before that part.
   */
  compare(
    view: string,
    lane: number,
    shown: SeedMeasure,
    t0: number,
    t1: number,
  ): readonly Compared[] | undefined {
    const valid = this.lanes[lane];
    if (!valid || valid.ribbon.seeds.join() !== this.#seeds.join()) return undefined;
    const { ribbon, untilS } = valid;
    const found = measuresOf(view, shown.columns.marked).map((measure) => {
      const { compared: quotient } = measure;
      const stepS = trackStep(ribbon, quotient);
      const endS = Math.min(t1, endOf(shown, quotient));
      const most = Math.min(...ribbon.runs.map((run) => lengthOf(run[quotient.track])));
      const from = Math.ceil(t0 / stepS - 1e-6);
      const to = binsUntil(stepS, Math.min(untilS, endS), most);
      const isCovered = endS - to * stepS < 2 * stepS;
      if (!isCovered || (to - from) * stepS < LEAST_S - 1e-6) return undefined;
      const value = valueOf(shown, quotient, from * stepS, to * stepS);
      const comparison = compared(ribbon.runs, quotient, value, from, to);
      return comparison && { ...comparison, measure };
    });
    return found.every((one) => one !== undefined) ? found : undefined;
  }
}

const measuresOf = (view: string, hasMarks: boolean): readonly Measure[] =>
  (MEASURES[view] ?? []).filter(({ isOfMarks }) => hasMarks || !isOfMarks);

/** Returns the length of the bins of a track, s. */
const trackStep = ({ runs }: Ribbon, { track }: Quotient): number => runs[0][track].stepS;

/** Returns the length of the shortest bins of ribbons, s: whole bins of the runs and of the plot. */
function stepOf(ribbon: Ribbon, { drawn, leastS = 0 }: Measure): number {
  const stepS = trackStep(ribbon, drawn);
  const isWhole = (x: number): boolean => Math.abs(x - Math.round(x)) < 1e-6;
  let bins = 1;
  while (bins * stepS < leastS - 1e-9 || (leastS > 0 && !isWhole((bins * stepS) / leastS))) bins++;
  return bins * stepS;
}

/** Returns the number of whole bins before `s`. */
const binsUntil = (binS: number, s: number, most: number): number =>
  Math.max(0, Math.min(most, Math.floor(s / binS + 1e-6)));
