import type { Progress } from '../batch';
import type { Column, Ribbon as Drawn } from '../charts';
import { STEP_S } from '../sim/series';
import type { Workspace } from '../state/workspace.svelte';
import { compared, type Comparison } from './bands';
import { horizonS, seedsBeside } from './horizon';
import { laneDocument } from './lane-document';
import { best, type Ribbon, type Runner, SeedRuns, type Valid } from './seed-runs';

/** Time after an edit at which new runs start, ms: a slider may still be moving. */
const SETTLED_MS = 700;
/** A shorter time says nothing about a mean, s. */
const LEAST_S = 1;

/** The columns of the shown run that its mean delay is computed from. */
export interface Shown {
  readonly delayMean: Column;
  readonly sent: Column;
}

/** Runs of the present document with other seeds, for the plot of the queue delay. */
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
  /** The ribbon of each lane and the time until which it holds; undefined without one. */
  readonly lanes: readonly (Valid | undefined)[] = $derived.by(() =>
    this.#documents.map((document) => best(this.#ribbons, document)),
  );
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

  /** Returns the ribbons of a lane up to `doneS`, the wide one first. */
  ribbonsOf(lane: number, doneS: number): readonly Drawn[] {
    const valid = this.lanes[lane];
    if (!valid) return [];
    const { ribbon, untilS } = valid;
    const { half, most } = ribbon.bands;
    const length = binsUntil(ribbon, Math.min(untilS, doneS), half.low.length);
    const column = (values: Float32Array): Column => ({
      ...{ startS: 0, stepS: ribbon.binS, values, length, epoch: 0 },
    });
    return [
      { label: '90 %', low: column(most.low), high: column(most.high) },
      { label: 'half', low: column(half.low), high: column(half.high) },
    ];
  }

  /**
   * Compares the mean delay of the shown run with the means of the other runs, in the part of [t0, t1] s that is computed.
   * Undefined if runs are missing, or if the ribbon ends before that part.
   */
  compare(
    lane: number,
    { delayMean, sent }: Shown,
    t0: number,
    t1: number,
  ): Comparison | undefined {
    const valid = this.lanes[lane];
    if (!valid || valid.ribbon.seeds.join() !== this.#seeds.join()) return undefined;
    const { ribbon, untilS } = valid;
    const endS = Math.min(t1, delayMean.length * STEP_S);
    const from = Math.ceil(t0 / ribbon.binS - 1e-6);
    const to = binsUntil(ribbon, Math.min(untilS, endS), ribbon.bands.half.low.length);
    const isCovered = endS - to * ribbon.binS < 2 * ribbon.binS;
    if (!isCovered || (to - from) * ribbon.binS < LEAST_S) return undefined;
    const perBin = Math.round(ribbon.binS / STEP_S);
    let [sum, count] = [0, 0];
    for (let i = from * perBin; i < to * perBin; i++) {
      const packets = sent.values[i];
      if (packets > 0) [sum, count] = [sum + delayMean.values[i] * packets, count + packets];
    }
    return compared(ribbon.runs, sum / count, from, to);
  }
}

/** Returns the number of whole bins before `s`. */
const binsUntil = ({ binS }: Ribbon, s: number, most: number): number =>
  Math.max(0, Math.min(most, Math.floor(s / binS + 1e-6)));
