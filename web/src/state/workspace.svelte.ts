import { getContext, setContext, untrack } from 'svelte';
import type { WorkerLike } from '../sim/member';
import type { Change, Problem } from '../sim/protocol';
import {
  LONGEST_BURST_S,
  after,
  canMark,
  newQueue,
  path,
  type QueueKind,
  type Scenario,
  standing,
  toSimulate,
  type Traffic,
} from '../sim/scenario';
import { RANGES } from '../sim/scenario.generated';
import { flick, movable, moved, passed, put } from '../sim/timeline';
import { type Address, AddressBar } from './address.svelte';
import { BurstPress } from './burst';
import { Experiment } from './experiment.svelte';
import { Notices } from './notices.svelte';
import { type Clock, Run } from './run.svelte';
import { decodeLink } from './read-link';
import { encodeLink, isLink } from './share';
import { Throttle } from './throttle';
import { View } from './view.svelte';

/** As many lanes as can be told apart. */
export const MOST_LANES = 6;
const EXTENSION_S = 60;
const [, LONGEST_RUN_S] = RANGES.durationS.limits;
/** While a knob moves it writes a change this often, wall time; the last position is always written. */
const KNOB_EVERY_MS = 200;

export interface Surroundings {
  readonly spawn: () => WorkerLike;
  /** How many workers a run may take. */
  readonly workers: number;
  readonly clock: Clock;
  readonly address: Address;
  /** What the page opens with, and what "defaults" means until something else is opened. */
  readonly opener: Scenario;
}

/** What a parameter shall be. */
interface Setting {
  readonly set: string;
  readonly to: unknown;
  /** What it is where a scenario does not set it. */
  readonly standard?: unknown;
}

/** Everything the panels work on: experiment, run, view, notices; and the intents that join them. */
export class Workspace {
  readonly experiment = new Experiment();
  readonly view = new View();
  readonly notices: Notices;
  readonly bar: AddressBar;
  readonly run: Run;
  /** The burst button and its key. */
  readonly press: BurstPress;
  readonly #around: Surroundings;
  readonly #knobs: Throttle;
  /** What "defaults" goes back to. */
  #origin: Scenario;
  /** Counts attempts to open something; only the latest may succeed. */
  #openings = 0;
  /** An edit that cannot be has been taken back, and nothing was edited since. */
  #tookBack = false;
  /** Values of knobs that are moving and not in the timeline yet. */
  #wishes = $state.raw<readonly { set: string; to: unknown }[]>([]);
  /** A burst that is held, as the timeline has it. */
  #held = $state.raw<Change>();

  readonly durationS = $derived.by(() => this.experiment.base.durationS);
  /** Another number whenever time has passed a change. */
  #crossed = $state.raw(0);
  /**
   * How many changes will have taken effect where a change would land now, and where the run has been computed to. They
   * move with the timeline and with what time has passed, not with time itself: Svelte would look through all that follows
   * from them in every frame, and compute again whatever the latest change has left as it was.
   */
  readonly #landed = $derived.by(() => this.#count(this.run.frontierS));
  readonly #done = $derived.by(() => this.#count(untrack(() => this.run.doneS)));
  /** The scenario as it stands where a change would land now, moving knobs included. */
  readonly current = $derived.by(() =>
    this.#wishes.reduce<Scenario>(
      (s, wish) => after(s, [{ atS: 0, ...wish }]),
      this.experiment.afterFirst(this.#landed),
    ),
  );
  /** The scenario as it stands where the run has been computed to: what its numbers are of. */
  readonly furthest = $derived.by(() => this.experiment.afterFirst(this.#done));
  /** Rate of a burst, Mbit/s: as much as the link unless the user says otherwise. */
  readonly burstMbps = $derived.by(() => this.view.burstMbps ?? this.current.link.rateMbps);

  constructor(around: Surroundings) {
    this.#around = around;
    this.#origin = around.opener;
    this.notices = new Notices(around.clock.later);
    this.bar = new AddressBar(around.address, around.clock.later, () => this.link());
    this.#knobs = new Throttle(() => around.clock.now(), around.clock.later, KNOB_EVERY_MS);
    this.run = new Run(around.spawn, around.workers, around.clock, {
      document: () => toSimulate(this.experiment.document),
      // The simulator's time is in whole nanoseconds; how long a scenario lasts need not be.
      durationS: () => Math.round(this.durationS * 1e9) / 1e9,
      window: (nowS, doneS) => this.view.window(nowS, this.durationS, doneS),
      rejected: (problems) => this.#rejected(problems),
      unrevised: (problems) => this.#unrevised(problems),
      refused: (change, problems) => {
        this.experiment.retract(change);
        const named = problems.map(({ path, message }) => ({
          path: path.replace(/^\$\.to/, change.set),
          message,
        }));
        this.notices.problem('The simulator refused this change.', named);
      },
      crashed: (message, again) => this.#crashed(message, again),
      rested: () => this.bar.write(),
      moved: () => this.bar.keepUp(),
      passed: () => this.#timePassed(),
    });
    this.press = new BurstPress(
      {
        click: () => this.burst(this.burstMbps, this.view.burstS),
        hold: () => this.#holdBurst(this.burstMbps),
        release: (mistaken) => this.#releaseBurst(mistaken),
      },
      around.clock.later,
    );
  }

  /** How many changes are in force at `atS`. */
  #count(atS: number): number {
    void this.#crossed;
    return passed(this.experiment.changes, atS);
  }

  #timePassed(): void {
    untrack(() => {
      const { frontierS, doneS } = this.run;
      if (this.#count(frontierS) !== this.#landed || this.#count(doneS) !== this.#done)
        this.#crossed++;
    });
  }

  /** Opens what the address bar names, else the opening experiment. */
  async start(): Promise<void> {
    const hash = this.bar.read();
    if (isLink(hash)) await this.openLink(hash);
    else this.#take(this.#around.opener, 0, true);
  }

  /** The hash has changed, by the user's hand or our own. */
  async hashChanged(): Promise<void> {
    const hash = this.bar.news();
    if (hash !== undefined && isLink(hash)) await this.openLink(hash);
  }

  async openLink(hash: string): Promise<void> {
    const opening = ++this.#openings;
    this.bar.giveWay();
    const opened = await decodeLink(hash);
    if (opening !== this.#openings) return;
    if (!opened.ok) return this.#openedBadly(opened.message);
    const { scenario, changes, atS, view } = opened.shared;
    const verdict = await this.run.team.check(JSON.stringify({ ...scenario, changes }));
    if (opening !== this.#openings) return;
    if (!verdict.valid)
      return this.#openedBadly('This link does not hold a valid experiment.', verdict.problems);
    this.bar.opened(hash);
    this.notices.clear();
    this.view.see(view);
    this.#take(JSON.parse(verdict.canonical) as Scenario, atS, false, view?.headS);
  }

  /** Opens a scenario from a file or the clipboard; all its problems are shown if it has any. */
  async openText(text: string): Promise<readonly Problem[]> {
    const opening = ++this.#openings;
    const verdict = await this.run.team.check(text);
    if (opening !== this.#openings) return [];
    if (!verdict.valid) return verdict.problems;
    this.#leaveFor(JSON.parse(verdict.canonical) as Scenario);
    return [];
  }

  openScenario(scenario: Scenario): void {
    this.#openings++;
    this.#leaveFor(scenario);
  }

  /** What is on the screen stays within reach: the browser's way back leads to it. */
  #leaveFor(scenario: Scenario): void {
    this.#finishGestures();
    this.notices.clear();
    this.bar.leave();
    this.#take(scenario, 0, true);
  }

  /** A knob moves: live at once, a few times a second while it moves. */
  turn(set: string, to: unknown): void {
    this.#wishes = [...this.#wishes.filter((w) => w.set !== set), { set, to }];
    // In the past the run follows as fast as it can; at its front each change stays in the timeline.
    if (this.run.phase !== 'playing' && this.run.isPast(this.run.frontierS)) {
      this.#knobs.cancel(set);
      this.#record(set, to);
    } else
      this.#knobs.run(set, () => {
        this.#record(set, to);
        this.run.hurry();
      });
  }

  /**
   * A knob has come to rest, or a choice was made: written at once, and a step of undo of its own. `standard` is what the
   * parameter is where a scenario does not set it.
   */
  set(set: string, to: unknown, standard?: unknown): void {
    this.setAll([{ set, to, standard }]);
  }

  /** Several parameters at once, as one step of undo. */
  setAll(changes: readonly Setting[]): void {
    for (const { set, to } of changes) {
      this.#knobs.cancel(set);
      this.#record(set, to);
    }
    changes.forEach((setting) => this.#forget(setting));
    this.run.hurry();
    this.experiment.settle();
    this.bar.writeSoon();
  }

  burst(rateMbps: number, durationS: number): void {
    this.set(path.burst, { rateMbps, durationS });
  }

  /** A burst for as long as it is held: one without an end, until there is one. */
  #holdBurst(rateMbps: number): void {
    if (this.#held) return;
    // As long as it is held, of time that stands still, would be no time.
    const durationS = this.run.wantsToPlay ? LONGEST_BURST_S : this.view.burstS;
    this.#held = this.#record(path.burst, { rateMbps, durationS });
    this.run.hurry();
    this.experiment.settle();
  }

  #releaseBurst(mistaken = false): void {
    const held = this.#held;
    this.#held = undefined;
    if (!held) return;
    if (mistaken) this.experiment.retract(held);
    else this.experiment.correct(held, this.#endedNow(held));
    this.run.revise(true);
    this.bar.writeSoon();
  }

  /** A burst that is held, as if it ended now. */
  #endedNow(held: Change): Change {
    const { frontierS, doneS } = this.run;
    // Whoever went back while it lasted has seen it last until there.
    const lasted = nearestMs((frontierS > held.atS ? frontierS : doneS) - held.atS);
    const durationS = lasted > 0 ? lasted : this.view.burstS;
    return { ...held, to: { ...(held.to as object), durationS } };
  }

  get bursting(): boolean {
    return this.#held !== undefined;
  }

  /**
   * Index of the first traffic group of `kind`. A scenario without one gets a silent one: it changes nothing that
   * happened, but the simulator has to be told from the start.
   */
  needGroup(kind: 'bulk' | 'cbr'): number {
    const { traffic } = this.experiment.base;
    const index = traffic.findIndex((t) => t.kind === kind);
    if (index >= 0) return index;
    const silent: Traffic = kind === 'bulk' ? { kind, flows: 0 } : { kind, rateMbps: 0 };
    this.experiment.amend({ ...this.experiment.base, traffic: [...traffic, silent] });
    this.#again();
    return traffic.length;
  }

  addLane(kind: QueueKind): void {
    const { base, changes } = this.experiment;
    const lane = base.queues.length;
    if (lane >= MOST_LANES) return;
    const set = path.parameter(lane, 'ecn');
    // A change of ECN at the senders came with the same change at the queues.
    const told = changes.filter((c) => canMark(kind) && /^traffic\.\d+\.ecn$/.test(c.set));
    this.#rewrite({
      base: { ...base, queues: [...base.queues, newQueue(base, kind)] },
      changes: told.reduce((timeline, c) => put(timeline, { ...c, set }), [...changes]),
    });
  }

  /** Takes a lane away; changes of its own go with it, and those of later lanes move up. */
  removeLane(lane: number): void {
    this.#finishGestures();
    const { base, changes } = this.experiment;
    if (base.queues.length <= 1) return;
    const kept = changes.flatMap((c) => {
      const index = /^queues\.(\d+)(.*)$/.exec(c.set);
      if (!index) return [c];
      const own = Number(index[1]);
      if (own === lane) return [];
      return [own > lane ? { ...c, set: path.queue(own - 1) + index[2] } : c];
    });
    this.#rewrite({ base: { ...base, queues: base.queues.toSpliced(lane, 1) }, changes: kept });
  }

  /** The same experiment with other random numbers, as far as it has been computed; a step of undo. */
  reseed(seed: number): void {
    this.#finishGestures();
    this.#rewrite({ base: { ...this.experiment.base, seed } });
  }

  /** Deletes marks of the timeline; what came after them is computed anew. */
  deleteChanges(indices: readonly number[]): void {
    this.#finishGestures();
    const changes = this.experiment.changes.filter((_, i) => !indices.includes(i));
    this.#rewrite({ changes });
  }

  /** Gives a change of the timeline another value, as a step of undo. */
  editChange(index: number, to: unknown): void {
    this.#finishGestures();
    const { changes } = this.experiment;
    this.#rewrite({ changes: changes.with(index, { ...changes[index], to }) });
  }

  /**
   * Moves marks of the timeline by `byS` from where they stand in `from`, as far as the run allows; the run follows while
   * they move. Returns by how much, s. One gesture is one step of undo: `settleMarks` ends it.
   */
  moveChanges(from: readonly Change[], indices: readonly number[], byS: number): number {
    // Its end is looked for where it began.
    if (this.#held) return 0;
    const by = movable(from, indices, byS, this.durationS);
    const changes = moved(from, indices, by);
    if (same(changes, this.experiment.changes)) return by;
    this.experiment.reshape(changes);
    this.#tookBack = false;
    this.run.revise(true);
    this.bar.writeSoon();
    return by;
  }

  settleMarks(): void {
    this.experiment.settle();
  }

  undo(): void {
    this.#finishGestures();
    this.#edit(() => this.experiment.undo());
  }

  redo(): void {
    this.#finishGestures();
    this.#edit(() => this.experiment.redo());
  }

  togglePlay(): void {
    if (this.run.phase === 'finished') this.restart();
    else if (this.run.wantsToPlay) this.run.pause();
    else this.run.play();
  }

  /** The same experiment, all its changes included, from the beginning. */
  restart(): void {
    this.#finishGestures();
    this.experiment.settle();
    this.run.load(0, true);
  }

  /** Back to the scenario as it was opened, knobs and model both; a step of undo. */
  reset(): void {
    this.#finishGestures();
    this.notices.clear();
    this.view.burstMbps = undefined;
    this.#rearranging(() => {
      this.experiment.replace(this.#origin);
      return true;
    });
    this.run.load(0, true);
    this.bar.writeSoon();
  }

  /** How much longer the run may last, s. */
  readonly extensionS = $derived.by(() =>
    wholeMs(Math.min(EXTENSION_S, LONGEST_RUN_S - this.durationS)),
  );

  extend(): void {
    const { base } = this.experiment;
    this.experiment.amend({ ...base, durationS: nearestMs(base.durationS + this.extensionS) });
    this.run.goOn();
    this.bar.writeSoon();
  }

  /** The link to what is on the screen now. */
  async link(): Promise<string> {
    const { base, changes } = this.experiment;
    const { atS, headS } = this.run.place;
    const held = this.#held;
    return encodeLink({
      scenario: base as unknown as Record<string, unknown>,
      changes: held ? changes.map((c) => (c === held ? this.#endedNow(held) : c)) : changes,
      atS: wholeMs(atS),
      view: this.view.seen(wholeMs(headS)),
    });
  }

  #record(set: string, to: unknown): Change | undefined {
    const atS = this.run.frontierS;
    this.#wishes = this.#wishes.filter((w) => w.set !== set);
    if (atS > LONGEST_RUN_S) {
      this.notices.warn(`A run lasts at most ${LONGEST_RUN_S} s: nothing can change after that.`);
      return undefined;
    }
    const before = this.experiment.at(atS);
    if (set !== path.burst && same(after(before, [{ atS: 0, set, to }]), before)) return undefined;
    const change = { atS, set, to };
    // The simulator would replace it as well; but what it refuses then would leave it with a change that is not in the timeline.
    const { length } = this.experiment.changes;
    this.experiment.record(change);
    const replaces = this.experiment.changes.length <= length;
    this.#tookBack = false;
    // At time zero nothing has happened yet: the run simply begins with the change.
    if (replaces || this.run.isPast(atS)) this.run.revise(true);
    else this.run.change(change);
    this.bar.writeSoon();
    return change;
  }

  /**
   * A knob that is back where it was before time has gone on much has changed nothing that anybody wants to see: nothing of
   * it stays. One that takes its time shows what it does.
   */
  #forget({ set, standard }: Setting): void {
    const { base, changes } = this.experiment;
    const own = flick(changes.slice(0, passed(changes, this.run.frontierS)), set);
    const before = after(base, changes.slice(0, changes.indexOf(own[0])));
    const was = standing(before, set);
    if (own.length > 0 && same(was === undefined ? standard : was, own.at(-1)!.to))
      if (this.experiment.forget(own)) this.run.revise(true);
  }

  /** Knobs that move, and a burst that is held, come to their end before anything else happens to the timeline. */
  #finishGestures(): void {
    this.#knobs.flush();
    this.#releaseBurst();
  }

  /** An edit of the past: what is different is computed anew. */
  #rewrite(next: { base?: Scenario; changes?: Scenario['changes'] }): void {
    this.#edit(() => {
      this.experiment.edit(next);
      return true;
    });
  }

  #edit(edit: () => boolean): void {
    if (this.#rearranging(edit)) this.#again();
  }

  /** Does an edit, and takes what is shown of the lanes along. An edit keeps lanes it does not touch, as objects. */
  #rearranging(edit: () => boolean): boolean {
    const former = this.experiment.base.queues;
    const done = edit();
    this.run.rearrange(this.experiment.base.queues.map((queue) => former.indexOf(queue)));
    return done;
  }

  #again(): void {
    this.#tookBack = false;
    this.run.revise();
    this.bar.writeSoon();
  }

  #take(scenario: Scenario, atS: number, play: boolean, headS = atS): void {
    this.#knobs.cancelAll();
    this.#wishes = [];
    this.#held = undefined;
    this.#origin = scenario;
    this.experiment.open(scenario);
    this.view.burstMbps = undefined;
    // What takes a while is not shown under names that it does not have.
    if (atS > 0) this.run.rearrange(scenario.queues.map(() => -1));
    this.run.load(Math.min(atS, this.durationS), play, headS);
    this.bar.writeSoon();
  }

  #openedBadly(message: string, problems: readonly Problem[] = []): void {
    // With something on the screen, that stays; a page opened with a bad link shows the opening experiment.
    if (this.experiment.base.queues.length === 0) this.#take(this.#around.opener, 0, true);
    this.bar.keepBad();
    this.notices.problem(message, problems);
  }

  /** Takes the latest edit back, but not one after the other until nothing is left. */
  #unrevised(problems: readonly Problem[]): boolean {
    if (this.#tookBack) return false;
    this.#tookBack = true;
    this.notices.problem('This is not possible, so it was undone.', problems);
    this.bar.writeSoon();
    return this.#rearranging(() => this.experiment.takeBack());
  }

  #rejected(problems: readonly Problem[]): void {
    this.notices.problem('The simulator refused this experiment.', problems);
  }

  #crashed(message: string, again: boolean): void {
    if (again)
      this.notices.problem(
        'The simulator failed twice on this experiment. Undo the last change, or go back to the defaults.',
        [{ path: '', message }],
      );
    else
      this.notices.warn(
        'The simulator failed and was started again; the run was replayed to where it was.',
        [{ path: '', message }],
      );
  }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const nearestMs = (s: number): number => Math.round(s * 1000) / 1000;

const wholeMs = (s: number): number => Math.floor(s * 1000 + 1e-6) / 1000;

const KEY = Symbol('workspace');
export const provideWorkspace = (workspace: Workspace): Workspace => setContext(KEY, workspace);
export const useWorkspace = (): Workspace => getContext<Workspace>(KEY);
