import type { Progress } from '../../core/batch';
import type { Problem } from '../../core/sim/protocol';
import type { Scenario } from '../../core/document/scenario';
import { whyOf } from '../../kit/texts';
import type { Around, Numbered, Outside, Package, Written } from './around';
import { problemsOf } from '../../core/sim/problems';
import { Expansion } from './expansion';
import { insteadOf, readPath, toPath } from './link';
import { leaveOut, type LeftOut, type Override, overridesOf, putBack } from './overrides';
import { type Plan, slim, suggestion } from './plan';
import { probes } from './probes';
import { Cache } from './cache';
import { keep, type KeptResults, measured, restore } from './results';

/** A plan edit is expanded after this time without another one, ms. */
const EXPAND_MS = 120;
/** The address follows the plan after this time, ms: browsers limit how often it may change. */
const ADDRESS_MS = 500;
/** Time between two drawings of the results of a running sweep, ms, and more for each of its runs. */
const DRAW_MS = 200;
const DRAW_MS_PER_RUN = 0.01;
/** Time between two writings of the results to the browser's storage, ms, and more for each of its runs. */
const KEEP_MS = 1000;
const KEEP_MS_PER_RUN = 0.2;
/** Time until a storage that did not keep the results is asked again, ms; it doubles up to the most. */
const RETRY_MS = 5000;
const MOST_RETRY_MS = 300_000;
/** Most sweeps in the browser's storage. */
const MOST_KEPT = 5;
/** Time without an edit after which a plan is probed, ms. */
const PROBE_AFTER_MS = 400;
/** Expected computing time if a probe fails, ms for each Mbit of simulated link time. The presets have 0.002 to 0.1. */
const MS_PER_MBIT = 0.008;

/** A sweep in the browser's storage. */
interface KeptSweep {
  /** Version of the simulator, and the hash of its code. */
  readonly version: string;
  readonly build: string;
  readonly plan: Plan;
  readonly results: KeptResults;
}

/** What is known about the computing time of the runs of a scenario. */
interface Speed {
  /** The scenario of the plan. */
  readonly of: string;
  readonly msPerWeight: number;
  /** Computing time and weight of the finished runs; zero after a probe. */
  readonly ms: number;
  readonly weight: number;
}

/** Key of the list of kept sweeps and of the latest plan. */
const LIST = '';
interface KeptList {
  readonly plan: Plan;
  /** Keys of the kept sweeps, the latest first. */
  readonly order: readonly string[];
}

const keyOf = (plan: Plan): string => JSON.stringify(slim(plan));

/** The plan that the user edits, its results, and the run. It outlives the component of the section. */
export class Sweeps {
  readonly #around: Around;
  #outside: Outside | undefined;
  #package: Package | undefined;
  readonly #cache = new Cache();
  /** The plan as the user edits it; undefined until the section was first opened. */
  plan = $state.raw<Plan>();
  /** The latest valid plan, expanded. */
  expansion = $state.raw<Expansion>();
  /** What replaces values of the parameters of the plan during the runs. */
  overrides = $state.raw<readonly Override[]>([]);
  /** What was left out of the scenario so that the values of a parameter count, by the parameter's path. */
  leftOut = $state.raw<Readonly<Record<string, LeftOut>>>({});
  /** Why the plan is not valid. */
  problems = $state.raw<readonly Problem[]>([]);
  /** How far the running sweep is. */
  progress = $state.raw<Progress>();
  /** Title of the running sweep. */
  runningTitle = $state('');
  /** Why the simulator could not be loaded. */
  broken = $state<string>();
  /** The version that made the kept results of this plan, if another build of the simulator made them. */
  formerVersion = $state<string>();
  #speed = $state.raw<Speed>();
  /** Increases when results change. */
  #drawn = $state(0);
  /** The plan's path in the address; undefined if it is too long, or not known yet. */
  path = $state<string>();
  /** The path in the address of the section, if the plan was edited since. */
  #stale: string | undefined;
  /** Whether the plan is too long for a link. */
  isTooLong = $state(false);
  /** What to do in place of copying a link; undefined if the link holds the plan. */
  get instead(): string | undefined {
    return insteadOf(this.isTooLong, this.problems.length > 0);
  }
  #controller: AbortController | undefined;
  /** Whether results arrived for a plan that was edited in the meantime. */
  #isElsewhere = false;
  #cancelExpand: (() => void) | undefined;
  #cancelProbe: (() => void) | undefined;
  #cancelAddress: (() => void) | undefined;
  #cancelDraw: (() => void) | undefined;
  #cancelKeep: (() => void) | undefined;
  /** The sweep whose results are not in the storage yet. */
  #unkept: Expansion | undefined;
  /** Key of the shown sweep if the storage could not be read: what it has must not be replaced. */
  #unread: string | undefined;
  #retryMs = RETRY_MS;
  /** Keys of the kept sweeps, the latest first, as far as this tab has read or written them. */
  #order: readonly string[] = [];
  #hasWarned = false;
  /** Counts attempts to open something; only the latest may succeed. */
  #attempts = 0;

  constructor(around: Around) {
    this.#around = around;
  }

  /** Whether the plan was edited since it was last expanded. */
  get isStale(): boolean {
    return this.expansion === undefined || this.problems.length > 0;
  }

  /** The estimates of every measure of the table. */
  readonly estimates = $derived.by((): readonly Float64Array[] => {
    void this.#drawn;
    const { expansion } = this;
    return expansion?.measures.map((_, index) => expansion.estimates(index)) ?? [];
  });

  /** What is left to run. */
  readonly left = $derived.by(() => {
    void this.#drawn;
    const { expansion } = this;
    if (!expansion) return { runs: 0, weight: 0 };
    const missing = expansion.missing();
    const weight = missing.reduce((sum, index) => sum + expansion.run(index).row.weight, 0);
    return { runs: missing.length, weight };
  });

  /** The runs that have failed, and why. */
  readonly failures = $derived.by(() => {
    void this.#drawn;
    return this.expansion?.failures ?? [];
  });

  /** The computing time of the runs of the present scenario: measured, or probed. Undefined until it is probed. */
  readonly speed = $derived(
    this.#speed?.of === this.#scenarioOf(this.expansion) ? this.#speed : undefined,
  );

  /** Whether the time of the present plan comes from whole runs. */
  get isMeasured(): boolean {
    return this.speed !== undefined && this.speed.weight > 0;
  }

  /** Returns the expected time of jobs of this weight together, s; undefined until the plan is probed. */
  expectedS(weight: number, jobs: number): number | undefined {
    const { workers } = this.#around.pool;
    return (
      this.speed && (weight * this.speed.msPerWeight) / 1000 / Math.max(1, Math.min(workers, jobs))
    );
  }

  #scenarioOf(expansion: Expansion | undefined): string | undefined {
    return expansion && JSON.stringify(expansion.plan.scenario);
  }

  /** Probes a plan of another scenario as soon as it is no longer edited. */
  #probeSoon(): void {
    this.#cancelProbe?.();
    this.#cancelProbe = undefined;
    const { expansion } = this;
    const of = this.#scenarioOf(expansion);
    if (!expansion || of === undefined || this.#speed?.of === of || this.progress) return;
    const controller = new AbortController();
    const cancelTimer = this.#around.later(() => {
      void this.#around.probe(probes(expansion), controller.signal).then((found) => {
        if (controller.signal.aborted) return;
        this.#speed = { of, msPerWeight: found ?? MS_PER_MBIT, ms: 0, weight: 0 };
      });
    }, PROBE_AFTER_MS);
    this.#cancelProbe = () => {
      cancelTimer();
      controller.abort();
    };
  }

  /** A run of a scenario has ended. */
  #learn(of: string | undefined, weight: number, tookMs: number): void {
    if (of === undefined || !(weight > 0)) return;
    const former = this.#speed?.of === of ? this.#speed : { ms: 0, weight: 0 };
    const [ms, whole] = [former.ms + tookMs, former.weight + weight];
    this.#speed = { of, msPerWeight: ms / whole, ms, weight: whole };
  }

  get workers(): number {
    return this.#around.pool.workers;
  }

  connect(outside: Outside): void {
    this.#outside = outside;
    outside.works(this.progress?.share);
  }

  /**
   * Opens the plan of a path. Without a path it keeps the present plan, or restores the latest one of the storage, or suggests
   * one for `scenario`.
   */
  async open(path: string, scenario: () => Scenario): Promise<void> {
    if (path !== '' && path === this.path) return;
    // The section was left before its address followed an edit.
    if (path !== '' && path === this.#stale) return this.#move();
    const attempt = ++this.#attempts;
    const isCurrent = (): boolean => attempt === this.#attempts;
    if (!(await this.#load()) || !isCurrent()) return;
    if (path !== '') {
      const read = await readPath(path);
      if (!isCurrent()) return;
      const problems = read.ok ? this.#take(read.plan as Plan) : undefined;
      if (problems?.length === 0) return this.#opened(path);
      const message = read.ok ? 'This link does not hold a valid plan.' : read.message;
      this.#outside?.refused(message, problems ?? []);
    }
    if (this.plan !== undefined) return this.#move();
    const kept = await this.#list();
    if (!isCurrent()) return;
    if (!kept || this.#take(kept.plan).length > 0) {
      const { plan, leftOut } = this.#freed(suggestion(scenario()), {});
      this.#take(plan);
      this.leftOut = leftOut;
    }
    return this.#opened();
  }

  /** Takes a plan from a file or a text. Returns its problems, and changes nothing if it has any. */
  async openPlan(plan: unknown): Promise<readonly Problem[]> {
    this.#attempts++;
    if (!(await this.#load())) return [{ path: '', message: this.broken ?? '' }];
    const problems = this.#take(plan as Plan);
    if (problems.length === 0) void this.#opened();
    return problems;
  }

  /** The user has changed the plan. */
  edit(plan: Plan): void {
    this.#attempts++;
    // They name changes of the former scenario by their index.
    if (plan.scenario !== this.plan?.scenario) this.overrides = [];
    this.plan = plan;
    this.#cancelExpand?.();
    this.#cancelExpand = this.#around.later(() => this.#edited(), EXPAND_MS);
  }

  /**
   * The user has chosen another scenario, or other parameters. What would replace the values of a new parameter is left out of the
   * scenario; the page shows it at the parameter, where the user can keep it.
   */
  choose(plan: Plan): void {
    const isOther = plan.scenario !== this.plan?.scenario;
    const { plan: next, leftOut } = this.#freed(plan, isOther ? {} : this.leftOut);
    this.leftOut = leftOut;
    this.edit(next);
  }

  /** Leaves out what replaces the values of a parameter. */
  leaveOut(path: string): void {
    const { plan } = this;
    const found = plan && leaveOut(plan, path, (one) => this.#overridesOf(one));
    if (!found) return;
    this.leftOut = { ...this.leftOut, [path]: found.leftOut };
    this.edit(found.plan);
  }

  /** Puts back what was left out for a parameter. */
  keep(path: string): void {
    const { [path]: own, ...rest } = this.leftOut;
    if (!this.plan || !own) return;
    this.leftOut = rest;
    this.edit(putBack(this.plan, own));
  }

  /** Puts back what was left out for parameters that the plan no longer has, and leaves out what replaces those of new ones. */
  #freed(
    plan: Plan,
    leftOut: Readonly<Record<string, LeftOut>>,
  ): { readonly plan: Plan; readonly leftOut: Readonly<Record<string, LeftOut>> } {
    const paths = (plan.vary ?? []).map(({ path }) => path);
    const gone = Object.entries(leftOut).filter(([path]) => !paths.includes(path));
    const all = Object.entries(leftOut).filter(([path]) => paths.includes(path));
    let next = gone.reduce((one, [, own]) => putBack(one, own), plan);
    const isSame = plan.scenario === this.plan?.scenario;
    const former = isSame ? (this.plan?.vary ?? []).map(({ path }) => path) : [];
    for (const path of paths.filter((one) => !former.includes(one))) {
      const found = leaveOut(next, path, (one) => this.#overridesOf(one));
      if (!found) continue;
      next = found.plan;
      all.push([path, found.leftOut]);
    }
    return { plan: next, leftOut: Object.fromEntries(all) };
  }

  /** Returns what replaces values of a plan; nothing if the plan has other problems. */
  #overridesOf(plan: Plan): readonly Override[] {
    if (!this.#package) return [];
    try {
      return JSON.parse(this.#package.sweepOverrides(JSON.stringify(plan))) as Override[];
    } catch {
      return [];
    }
  }

  /** Returns what replaces the values of a parameter of the present plan. */
  overridesAt(path: string): readonly Override[] {
    return this.plan ? overridesOf(this.plan, path, this.overrides) : [];
  }

  /** The parameters of which all values gave equal results, once every run was made. */
  readonly indifferent = $derived.by((): readonly number[] => {
    void this.#drawn;
    return this.left.runs === 0 ? (this.expansion?.indifferent() ?? []) : [];
  });

  /** Expands the edited plan at once. Returns whether it is valid. */
  settle(): boolean {
    if (this.#cancelExpand) this.#edited();
    return this.problems.length === 0;
  }

  #edited(): void {
    this.#cancelExpand?.();
    this.#cancelExpand = undefined;
    const { plan } = this;
    if (!plan || !this.#package) return;
    const { expansion, problems } = this.#expand(plan);
    this.problems = problems;
    this.overrides = expansion?.overrides ?? this.#overridesOf(plan);
    if (!expansion) return;
    this.#show(expansion);
    void this.#opened();
  }

  /** Replaces the plan by another one. Returns its problems, and changes nothing if it has any. */
  #take(plan: Plan): readonly Problem[] {
    const { expansion, problems } = this.#expand(plan);
    if (!expansion) return problems;
    this.#cancelExpand?.();
    this.#cancelExpand = undefined;
    this.plan = expansion.plan;
    this.leftOut = {};
    this.problems = [];
    this.overrides = expansion.overrides;
    this.#show(expansion);
    return [];
  }

  #expand(plan: Plan): {
    readonly expansion?: Expansion;
    readonly problems: readonly Problem[];
  } {
    try {
      const expansion = new Expansion(new this.#package!.Sweep(JSON.stringify(plan)));
      return { expansion, problems: [] };
    } catch (error) {
      return { problems: problemsOf(error) };
    }
  }

  #show(expansion: Expansion): void {
    expansion.fill(this.#cache);
    const former = this.expansion;
    this.expansion = expansion;
    this.#drawn++;
    this.formerVersion = undefined;
    former?.free();
    this.#probeSoon();
  }

  /** The plan is another one: restores its results, and writes the address. */
  async #opened(path?: string): Promise<void> {
    const { expansion } = this;
    if (path === undefined) this.#moveSoon();
    else this.path = path;
    if (!expansion) return;
    await this.#read(expansion);
    if (this.expansion === expansion) this.#keepSoon();
  }

  /** Takes the results of a sweep from the storage. Returns how many of them the storage has. */
  async #read(expansion: Expansion): Promise<number> {
    const key = keyOf(expansion.plan);
    const kept = (await this.#around.storage.get(key)) as KeptSweep | undefined;
    this.#checkStorage();
    if (this.expansion !== expansion) return 0;
    this.#unread = this.#around.storage.problem === undefined ? undefined : key;
    const isOther = typeof kept?.version === 'string' && kept.build !== this.#package?.build;
    if (isOther) {
      // Results that this tab has made are shown, whatever another tab has written.
      if (expansion.missing().length === expansion.runs) this.formerVersion = kept.version;
    } else if (restore(kept?.results, expansion, this.#cache)) {
      expansion.fill(this.#cache);
      this.#drawn++;
      return kept!.results.made.reduce((sum, made) => sum + made, 0);
    }
    return 0;
  }

  /** Another tab has written results: takes those of the shown sweep. */
  async receive(message: unknown): Promise<void> {
    const { key } = (message ?? {}) as Partial<Written>;
    if (typeof key !== 'string') return;
    this.#order = [key, ...this.#order.filter((one) => one !== key)];
    const { expansion } = this;
    if (!expansion || key !== keyOf(expansion.plan)) return;
    const stored = await this.#read(expansion);
    // The other tab did not have the results of this one.
    const made = expansion.runs - expansion.missing().length;
    if (this.expansion === expansion && stored > 0 && stored < made) this.#keepSoon();
  }

  /** Works without a storage that fails, asks it again later, and reports this once. */
  #checkStorage(): void {
    const { problem } = this.#around.storage;
    if (problem === undefined || this.#hasWarned) return;
    this.#hasWarned = true;
    this.#outside?.warn(
      `The browser has not kept the results of this sweep yet (${problem}). The page has them, and tries again. Save them before you close the page.`,
    );
  }

  async #load(): Promise<boolean> {
    try {
      this.#package ??= await this.#around.load();
      this.broken = undefined;
      return true;
    } catch (error) {
      this.broken = whyOf(error);
      return false;
    }
  }

  #moveSoon(): void {
    this.#cancelAddress?.();
    this.#cancelAddress = this.#around.later(() => void this.#move(), ADDRESS_MS);
  }

  async #move(): Promise<void> {
    this.#cancelAddress?.();
    this.#cancelAddress = undefined;
    const { expansion } = this;
    if (!expansion) return;
    const path = await toPath(expansion.plan);
    if (this.expansion !== expansion) return;
    const former = this.path;
    this.path = path;
    this.isTooLong = path === undefined;
    if (this.#outside?.moved(path ?? '') === true) this.#stale = undefined;
    else this.#stale ??= former;
  }

  /** Returns whether the simulator accepts a plan, apart from changes that replace its values. */
  accepts(plan: Plan): boolean {
    if (!this.#package) return false;
    try {
      this.#package.sweepOverrides(JSON.stringify(plan));
      return true;
    } catch {
      return false;
    }
  }

  /** Runs everything that has no result, or only these rows. */
  async run(rows?: readonly number[]): Promise<void> {
    if (this.progress || !this.settle()) return;
    const { expansion } = this;
    if (!expansion) return;
    const seeds = expansion.seeds.length;
    const missing = expansion.missing();
    await this.#run(
      expansion,
      rows ? missing.filter((index) => rows.includes(Math.floor(index / seeds))) : missing,
    );
  }

  /** Makes the runs that have failed again. */
  async retry(): Promise<void> {
    if (this.progress || !this.settle() || !this.expansion) return;
    await this.#run(
      this.expansion,
      this.failures.map(([index]) => index),
    );
  }

  async #run(expansion: Expansion, wanted: readonly number[]): Promise<void> {
    const names = measured(expansion);
    const jobs = wanted.map((index): Numbered => {
      const { row, cell, seed } = expansion.run(index);
      const { lane, weight } = row;
      return { kind: 'sweep', scenario: cell.scenario, lane, seed, measures: names, weight, index };
    });
    if (jobs.length === 0) return;
    for (const index of wanted) expansion.forgive(index);
    this.#drawn++;
    this.#cancelProbe?.();
    const of = this.#scenarioOf(expansion);
    const expectedMs = this.speed?.msPerWeight;
    const controller = new AbortController();
    this.#controller = controller;
    this.runningTitle = titleOf(expansion.plan);
    this.#progressed({ ended: 0, failed: 0, of: jobs.length, share: 0, leftS: undefined });
    this.#keepSoon(expansion);
    await this.#around.pool.run(jobs, {
      signal: controller.signal,
      expectedMs,
      onResult: ({ scenario, lane, seed, index, weight }, values, tookMs) => {
        this.#learn(of, weight, tookMs);
        this.#cache.put(scenario, lane, seed, names, values);
        // After an edit the results are those of another expansion, which takes them from the cache.
        if (this.expansion === expansion)
          expansion.put(index, this.#cache.get(scenario, lane, seed, expansion.measures)!);
        else this.#isElsewhere = true;
        this.#drawSoon();
      },
      onFailure: ({ index }, message) => {
        if (this.expansion === expansion) expansion.fail(index, message);
        this.#drawSoon();
      },
      onProgress: (progress) => this.#progressed(progress),
    });
    this.#controller = undefined;
    this.#progressed(undefined);
    this.#probeSoon();
    this.#draw();
    await this.#keep(expansion);
  }

  /** Stops the run; results so far stay. */
  cancel(): void {
    this.#controller?.abort();
  }

  #progressed(progress: Progress | undefined): void {
    this.progress = progress;
    this.#outside?.works(progress?.share);
  }

  #drawSoon(): void {
    const ms = DRAW_MS + DRAW_MS_PER_RUN * (this.expansion?.runs ?? 0);
    this.#cancelDraw ??= this.#around.later(() => this.#draw(), ms);
  }

  #draw(): void {
    this.#cancelDraw?.();
    this.#cancelDraw = undefined;
    if (this.#isElsewhere) this.expansion?.fill(this.#cache);
    this.#isElsewhere = false;
    this.#drawn++;
  }

  #keepSoon(
    expansion = this.expansion,
    ms = KEEP_MS + KEEP_MS_PER_RUN * (expansion?.runs ?? 0),
  ): void {
    this.#cancelKeep?.();
    this.#unkept = expansion;
    this.#cancelKeep = this.#around.later(() => {
      this.#cancelKeep = undefined;
      if (!expansion) return;
      void this.#keep(expansion).then(() => {
        if (this.progress && !this.#cancelKeep) this.#keepSoon(expansion);
      });
    }, ms);
  }

  /** The user leaves the page: writes what is not in the storage yet. */
  leave(): void {
    const unkept = this.#unkept;
    if (unkept && keyOf(unkept.plan) !== this.#unread) void this.#write(unkept);
  }

  /**
   * Writes the plan and the results to the browser's storage, after what other tabs have written. If the storage does not answer, it
   * is asked again later; the results stay here meanwhile.
   */
  async #keep(expansion: Expansion): Promise<void> {
    // A plan that is replaced meanwhile is written by its own timer.
    const { storage } = this.#around;
    await this.#list();
    const isUnread = this.#unread === keyOf(expansion.plan);
    if (storage.problem === undefined && isUnread) await this.#read(expansion);
    if (storage.problem === undefined && (await this.#write(expansion))) this.#retryMs = RETRY_MS;
    else {
      this.#keepSoon(expansion, this.#retryMs);
      this.#retryMs = Math.min(2 * this.#retryMs, MOST_RETRY_MS);
    }
  }

  /** Writes the plan and the results. It begins before it returns. The oldest sweeps make room. Returns false if the browser refuses. */
  async #write(expansion: Expansion): Promise<boolean> {
    const plan = this.expansion?.plan;
    if (!plan || !this.#package) return true;
    if (this.#unkept === expansion && !this.progress) this.#unkept = undefined;
    const key = keyOf(expansion.plan);
    const results = keep(expansion, this.#cache);
    const changes: (readonly [string, unknown])[] = [];
    if (results) {
      const { build } = this.#package;
      const version = this.#package.version();
      const sweep: KeptSweep = { version, build, plan: expansion.plan, results };
      this.#order = [key, ...this.#order.filter((one) => one !== key)];
      for (const old of this.#order.slice(MOST_KEPT)) changes.push([old, undefined]);
      changes.push([key, sweep]);
    }
    this.#order = this.#order.slice(0, MOST_KEPT);
    changes.push([LIST, { plan, order: this.#order } satisfies KeptList]);
    const isKept = await this.#around.storage.write(changes);
    this.#checkStorage();
    if (isKept && results) this.#around.send({ key });
    if (!isKept) this.#unkept ??= expansion;
    return isKept;
  }

  /** Returns the list of the storage, which may come from another version of the page. */
  async #list(): Promise<KeptList | undefined> {
    const list = (await this.#around.storage.get(LIST)) as Partial<KeptList> | undefined;
    this.#checkStorage();
    const { plan, order } = list ?? {};
    const isList = Array.isArray(order) && order.every((key) => typeof key === 'string');
    if (!plan || !isList) return undefined;
    this.#order = order;
    return { plan, order };
  }

  /** Returns the values of a measure of the table in the runs of a row so far, with their seeds. */
  singles(
    row: number,
    measure: string,
  ): readonly { readonly seed: number; readonly value: number }[] {
    void this.#drawn;
    const { expansion } = this;
    if (!expansion) return [];
    const { seeds, rows, cells } = expansion;
    const { cell, lane } = rows[row];
    return seeds.flatMap((seed) => {
      const values = this.#cache.get(cells[cell].scenario, lane, seed, [measure]);
      return values && Number.isFinite(values[0]) ? [{ seed, value: values[0] }] : [];
    });
  }

  /** Version of the simulator, once it is loaded. */
  get version(): string | undefined {
    return this.#package?.version();
  }

  /** Returns CSV of the results as `aqm sweep --csv` prints it; undefined without a valid plan. */
  csv(): string | undefined {
    return this.expansion?.csv();
  }
}

/** The title of a plan, else that of its scenario. */
export const titleOf = (plan: Plan): string =>
  plan.title || (plan.scenario as { readonly title?: string }).title || 'Sweep';
