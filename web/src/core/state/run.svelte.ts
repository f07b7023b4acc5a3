import type { WorkerLike } from '../sim/member';
import { type LaneFlows, RunFlows } from '../sim/flows';
import {
  type DetailName,
  type Loaded,
  type Problem,
  probesOf,
  type Report,
  type RunMessage,
  type Slice,
  type Wanted,
} from '../sim/protocol';
import type { Change } from '../document/scenario';
import { type LaneColumns, RunSeries, STEP_S } from '../sim/series';
import { Team } from '../sim/team';
import { Failures } from './failures';
import { Pacing } from './pacing';
import { ReportRequests } from './report-requests';
import * as computing from './run-computing';
import {
  type Command,
  EMPTY,
  type Goal,
  isPast,
  mayPull,
  type Phase,
  placeOf,
  type RunState,
  type Step,
  wantsToPlay,
} from './run-machine';
import * as playing from './run-playing';

export type { Phase };

/** Simulated seconds per wall second; Infinity is maximum speed. */
export const SPEEDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.5, 1, 2, 5, 10, 100, Infinity] as const;

/** A computation that takes longer is drawn before it is complete, if the page asks for that. */
const LONG_MS = 150;

/** Time between requests of headline numbers during play. */
const REPORT_EVERY_MS = 250;

/** Wall time and frames; tests replace them. */
export interface Clock {
  now(): number;
  /** Calls back before the next frame; returns a function that cancels. */
  readonly frame: (callback: () => void) => () => void;
  /** Calls back after `ms`; returns a function that cancels. */
  readonly later: (callback: () => void, ms: number) => () => void;
}

export interface RunEvents {
  /** The scenario and timeline to run, as JSON. */
  document(): string;
  durationS(): number;
  /** The window of the headline numbers, s. */
  window(nowS: number, doneS: number): readonly [number, number];
  /** The details that the visible views draw. */
  details(): readonly DetailName[];
  rejected(problems: readonly Problem[]): void;
  /** A revision was refused. Returns whether the document was restored. */
  unrevised(problems: readonly Problem[]): boolean;
  refused(change: Change, problems: readonly Problem[]): void;
  /**
   * The simulator crashed; `again`: for the second time on the same scenario, so the run has stopped. `isUnloaded`: it could not be
   * loaded.
   */
  crashed(message: string, again: boolean, isUnloaded: boolean): void;
  /** Time has stopped: a pause, the end of the run, or the end of a computation. */
  rested(): void;
  /** The user has moved the playhead. */
  moved(): void;
  /** Time has passed: `doneS` or `frontierS` has changed. */
  passed(): void;
}

/**
 * The run on the page: its state as signals, its data, and the workers. The state machine (`run-machine.ts`) decides what
 * happens; this class carries out its commands, and holds what needs the wall clock.
 */
export class Run {
  phase = $state<Phase>('empty');
  speed = $state(1);
  /** The playhead: the visible time, and the time of a change. */
  nowS = $state(0);
  /** The playhead is before the first packet, so a value set now is a start value. */
  isAtStart = $state(true);
  /** The time up to which the visible run is computed; the playhead may be before it. */
  doneS = $state(0);
  /** Time series of the visible run. */
  lanes = $state.raw<readonly LaneColumns[]>([]);
  report = $state.raw<Report>();
  /** Records of single flows by lane; empty unless a view draws them. */
  flows = $state.raw<readonly LaneFlows[]>([]);
  about = $state.raw<Loaded>();
  /** The simulator could not be loaded, so nothing can run. */
  isUnloaded = $state(false);
  /** Progress while busy, 0..1. */
  progress = $state(0);
  /** Recent simulated seconds per wall second; shows that the machine is the limit. */
  pace = $state(0);
  /** Time of the last change that the engine received, s. */
  changedS = $state(-Infinity);
  /** The run plays, or will play after the pending computation. */
  wantsToPlay = $state(false);
  /** Revisions are drawn while they are computed, if they take long. */
  isGradual = $state(false);
  /** The time up to which an unfinished revision is drawn, s; undefined if the plots show a complete run. */
  drawnS = $state<number>();

  /** The whole state. It changes in every frame, so it is not a signal; the fields above are. */
  #state: RunState = EMPTY;
  readonly #team: Team;
  readonly #clock: Clock;
  readonly #pacing = new Pacing();
  readonly #events: RunEvents;
  #series: RunSeries | undefined;
  #flows: RunFlows | undefined;
  /** The runs record the probes of the disciplines. */
  #probes = false;
  #cancelFrame: (() => void) | undefined;
  /** When the pending computation began, ms of wall time. */
  #beganMs = 0;
  readonly #reports = new ReportRequests(() => this.#sendReportRequest());
  readonly #failures = new Failures();
  #interrupted = { atS: 0, headS: 0, play: false };
  /** Called with the next numbers, or when the run goes on. */
  #waiting: (() => void)[] = [];

  constructor(spawn: () => WorkerLike, workers: number, clock: Clock, events: RunEvents) {
    this.#team = new Team(spawn, workers, (message) => this.#handle(message), clock);
    this.#clock = clock;
    this.#events = events;
  }

  get team(): Team {
    return this.#team;
  }

  /** Time at which a change made now takes effect, s. It differs in every frame, so it is not a signal; see `passed`. */
  get frontierS(): number {
    return this.#state.frontierS;
  }

  /** The computed time and the playhead, s, now or after the pending computation. */
  get place(): { readonly atS: number; readonly headS: number } {
    return placeOf(this.#state);
  }

  /** Returns whether a change at `atS` concerns the computed part. */
  isPast(atS: number): boolean {
    return isPast(this.#state, atS);
  }

  /** The numbers, if they have all lanes. A new lane has none before the run is computed with it. */
  get wholeReport(): Report | undefined {
    const lanes: readonly (Report['lanes'][number] | undefined)[] = this.report?.lanes ?? [];
    return lanes.includes(undefined) ? undefined : this.report;
  }

  /** Whether the run plays, or will play when the page is shown again. */
  get goesOn(): boolean {
    return wantsToPlay(this.#state) || this.#state.isHeld;
  }

  /** Waits until a paused run rests at a whole millisecond, behind the slice that is on its way; or until it goes on. */
  async rested(): Promise<void> {
    const moves = ({ phase, requestedS, doneS, horizonS }: RunState): boolean =>
      phase === 'paused' && (requestedS !== undefined || doneS < horizonS);
    while (moves(this.#state)) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Returns the digest of each lane at `atS`, s, if the run rests there. Waits for its numbers. */
  async digestsAt(atS: number): Promise<readonly string[] | undefined> {
    const rests = (): boolean =>
      (this.phase === 'paused' || this.phase === 'finished') && this.place.atS === atS;
    // An answer that is on its way may be older.
    while (rests() && this.#reports.isPending && this.wholeReport?.nowS !== atS)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const report = this.wholeReport;
    return rests() && report?.nowS === atS ? report.lanes.map(({ digest }) => digest) : undefined;
  }

  /** Computes the current document from zero to `atS`, then shows it with the playhead at `headS`. */
  load(atS: number, play: boolean, headS = atS): void {
    this.#take(computing.load(this.#state, { atS, headS, play }, this.#durationS));
  }

  /**
   * Computes the current document up to the run's present time, from the first difference on. `gently`: a pending
   * revision is completed and shown first, so that the plots change while a slider moves. If that takes long and the run is
   * drawn while it is computed, the new revision begins at once.
   */
  revise(gently = false): void {
    const waits = gently && !(this.isGradual && this.#isLong);
    this.#take(computing.revise(this.#state, waits, this.#durationS));
  }

  /** The pending computation has lasted so long that its first samples are worth seeing. */
  get #isLong(): boolean {
    return this.#clock.now() - this.#beganMs > LONG_MS;
  }

  /** Moves the playhead within the computed part. Play continues from there. */
  seek(s: number): void {
    this.#take(playing.seek(this.#state, s, this.#durationS));
  }

  /** Moves the playhead to any time of the run. A time that the run has not reached is computed first. */
  goTo(s: number): void {
    this.#take(computing.goTo(this.#state, s, this.#durationS));
  }

  /** Computes the run to its end. The playhead stays, paused. */
  complete(): void {
    this.#take(computing.complete(this.#state, this.#durationS));
  }

  play(): void {
    this.#take(playing.play(this.#state));
  }

  pause(): void {
    this.#take(playing.pause(this.#state));
  }

  /** Makes one step, then pauses. */
  step(): void {
    this.#take(playing.step(this.#state, this.#durationS));
  }

  /** Continues a finished run after its duration was extended. */
  goOn(): void {
    this.#take(playing.goOn(this.#state));
  }

  /** The page was hidden or shown again. The run pauses while hidden and then continues from the same time. */
  setHidden(hidden: boolean): void {
    this.#take(playing.setHidden(this.#state, hidden));
  }

  /** Sends a change to the engine, for `frontierS`. */
  change(change: Change): void {
    this.#team.change(change);
    this.#take(playing.changed(this.#state, change.atS));
    this.#pacing.lead();
  }

  /**
   * Requests a slice at once after a change, up to the time of the next visible frame, so that this frame shows the
   * effect. Then wall time catches up; changes do not make time pass faster.
   */
  hurry(): void {
    if (this.phase !== 'playing' || !this.#pacing.leads) return;
    this.#pacing.pass(this.nowS, this.speed, this.#clock.now());
    this.#pull();
  }

  /** Computes the run again with probes if a view draws them, and this run does not record them. */
  needProbes(): void {
    if (this.#probes || this.phase === 'empty' || probesOf(this.#events.details()).length === 0)
      return;
    this.revise();
  }

  /** Requests the headline numbers of the window soon. */
  refreshReport(): void {
    this.#reports.want();
    if (this.phase === 'paused' || this.phase === 'finished') this.#reports.request();
  }

  /**
   * The document has other lanes than before. Their visible data move with them until the revision is complete. `from`:
   * the former index of each lane, -1 for a new one.
   */
  rearrange(from: readonly number[]): void {
    if (from.length === this.lanes.length && from.every((lane, i) => lane === i)) return;
    const fresh = new RunSeries(1, this.about?.sampleS ?? STEP_S).views();
    this.lanes = from.map((lane) => this.lanes[lane] ?? fresh[0]);
    const { flows } = this;
    const none = new RunFlows(1).views()[0];
    this.flows = flows.length > 0 ? from.map((lane) => flows[lane] ?? none) : [];
    const { report } = this;
    this.report = report && { ...report, lanes: from.map((lane) => report.lanes[lane]) };
  }

  get #durationS(): number {
    return this.#events.durationS();
  }

  /** Takes over the state of a transition, and carries out its commands. */
  #take([state, commands]: Step): void {
    this.#state = state;
    this.phase = state.phase;
    this.nowS = state.nowS;
    this.doneS = state.doneS;
    this.isAtStart = state.isAtStart;
    this.progress = state.progress;
    this.changedS = state.changedS;
    this.wantsToPlay = wantsToPlay(state);
    for (const command of commands) this.#carryOut(command);
    if (this.phase !== 'paused' && this.phase !== 'finished') this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #carryOut(command: Command): void {
    switch (command.do) {
      case 'load':
      case 'revise':
        return this.#team[command.do](this.#events.document(), this.#recordsProbes());
      case 'compute':
        return this.#compute(command.goal);
      case 'advance':
        return this.#team.advance(command.toS);
      case 'pull':
        // Behind the clock, after a change, or at maximum speed: request without waiting for the frame.
        if (command.isBehind || this.#pacing.leads || this.speed === Infinity) this.#pull();
        return;
      case 'measure':
        this.#beganMs = this.#clock.now();
        return this.#pacing.begin();
      case 'play':
        this.#pacing.start(this.nowS, this.#clock.now());
        this.pace = 0;
        return this.#nextFrame();
      case 'frame':
        return this.#nextFrame();
      case 'numbers':
        if (command.how !== 'rest') return this.#reports[command.how]();
        if (this.#reports.isWanted && this.phase !== 'playing') this.#reports.request();
        return;
      case 'dropNumbers':
        this.report = undefined;
        // First moves the visible window to the end of the computed part: the sender of the link had gone back from there.
        this.#window(command.atS, command.atS);
        return;
      case 'show':
        this.lanes = this.#series?.views() ?? [];
        this.drawnS = undefined;
        return;
      case 'forgetFailures':
        return this.#failures.clear();
      case 'tell':
        return this.#events[command.what]();
    }
  }

  /** Returns whether the next run records the probes: a view draws them, or one did. */
  #recordsProbes(): boolean {
    this.#probes ||= probesOf(this.#events.details()).length > 0;
    return this.#probes;
  }

  #nextFrame(): void {
    this.#cancelFrame?.();
    this.#cancelFrame = this.#clock.frame(() => this.#frame());
  }

  #frame(): void {
    this.#cancelFrame = undefined;
    this.#pacing.drawn();
    if (this.phase === 'playing') {
      const now = this.#clock.now();
      this.#pacing.pass(this.nowS, this.speed, now);
      this.#pull();
      if (this.#pacing.sinceMeasured(now) >= REPORT_EVERY_MS) this.#reports.request();
      this.#nextFrame();
    } else if (this.#state.goal) {
      this.#team.seen();
      this.#nextFrame();
    }
  }

  #compute({ atS, headS, revises }: Goal): void {
    if (!revises) return this.#team.compute(atS);
    // A new run has no details yet.
    const details = this.#events.details();
    this.#team.compute(atS, {
      ...this.#window(headS, atS),
      ...(details.length ? { details } : {}),
    });
  }

  /** Requests the next slice if there is time to compute and the page has drawn the former slice. */
  #pull(): void {
    if (!mayPull(this.#state) || !this.#pacing.mayRequest) return;
    const { nowS, speed } = this;
    const toS = Math.min(this.#pacing.aim(nowS, speed), this.#durationS);
    if (toS <= nowS) return;
    this.#pacing.led();
    this.#take(playing.proceed(this.#state, toS, this.#durationS, speed === Infinity));
  }

  #handle(message: RunMessage): void {
    switch (message.kind) {
      case 'loaded':
        return this.#loaded(message.about);
      case 'rejected':
        if (this.#state.goal?.revises && this.#events.unrevised(message.problems))
          return this.revise();
        this.#series = undefined;
        this.#take(computing.rejected(this.#state));
        return this.#events.rejected(message.problems);
      case 'slice':
        return this.#slice(message.slice);
      case 'refused':
        return this.#events.refused(message.change, message.problems);
      case 'report':
        this.#report(message.report);
        return this.#take(computing.numbersArrived(this.#state, this.#durationS));
      case 'crashed':
        return this.#crashed(message.message, message.isUnloaded === true);
    }
  }

  #loaded(about: Loaded): void {
    this.about = about;
    this.isUnloaded = false;
    this.#pacing.begun(about.nowS);
    this.#series = new RunSeries(about.lanes, about.sampleS, about.hasReverse, about.otherHops);
    this.#flows = new RunFlows(about.lanes);
    this.#take(computing.loaded(this.#state, this.#durationS));
  }

  #slice(slice: Slice): void {
    const { nowS, tookMs } = slice;
    this.#series?.append(slice);
    if (this.#state.goal) {
      this.#pacing.arrivedOnTheWay(nowS, tookMs);
      this.#take(computing.computed(this.#state, nowS, this.#durationS));
      if (this.isGradual && this.#isLong && this.#state.goal?.revises) {
        this.lanes = this.#series?.views() ?? [];
        this.drawnS = nowS;
      }
    } else {
      this.#pacing.arrived(nowS, tookMs, this.#state.requestedS ?? nowS);
      this.#take(playing.sliceArrived(this.#state, slice, this.#durationS));
    }
  }

  #report(report: Report): void {
    this.report = report;
    this.#wake();
    const details = report.lanes.map((lane) => lane.details);
    if (!details.some((of) => of?.goodput ?? of?.windows ?? of?.probes)) return;
    this.#flows?.append(details);
    this.flows = this.#flows?.views() ?? [];
  }

  #sendReportRequest(): void {
    const pace = this.#pacing.measure(this.nowS, this.#clock.now());
    if (this.phase === 'playing' && pace !== undefined) this.pace = pace;
    const { atS, headS } = this.place;
    const { fromS, toS } = this.#window(headS, atS);
    const details = this.#events.details();
    this.#team.report(
      fromS,
      toS,
      details.length ? { details, ...this.#flows?.known(details) } : {},
    );
  }

  /** Returns the window of the headline numbers. */
  #window(headS: number, atS: number): Wanted {
    const [fromS, toS] = this.#events.window(headS, atS);
    return { fromS, toS: Math.min(toS, atS) };
  }

  #crashed(message: string, isUnloaded: boolean): void {
    const { place } = this;
    const again = this.#failures.isRepeated(this.#events.document(), place.atS);
    this.#interrupted = { ...place, play: this.wantsToPlay };
    this.isUnloaded = isUnloaded;
    this.#take(computing.crashed(this.#state, again));
    this.#events.crashed(message, again, isUnloaded);
  }

  /** Computes again what the last failure has interrupted. */
  tryAgain(): void {
    const { atS, headS, play } = this.#interrupted;
    this.load(atS, play, headS);
  }
}
