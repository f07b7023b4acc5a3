import type { WorkerLike } from '../sim/member';
import { type LaneFlows, RunFlows } from '../sim/flows';
import {
  type Change,
  type DetailName,
  type Loaded,
  type Problem,
  probesOf,
  type Report,
  type RunMessage,
  type Slice,
  type Wanted,
} from '../sim/protocol';
import { nextTick, tickFrom } from '../sim/timeline';
import { type LaneColumns, RunSeries, STEP_S } from '../sim/series';
import { Team } from '../sim/team';
import { Failures } from './failures';
import { Pacing } from './pacing';
import { ReportRequests } from './report-requests';

/**
 * - `empty`: nothing is loaded, or the scenario was refused
 * - `busy`: a run or a revision is being computed up to its target; the plots and numbers of the former run stay
 *   visible
 * - `playing`, `paused`, `finished`
 * - `failed`: the simulator crashed twice on the same scenario
 */
export type Phase = 'empty' | 'busy' | 'playing' | 'paused' | 'finished' | 'failed';

/** Simulated seconds per wall second; Infinity is maximum speed. */
export const SPEEDS = [0.01, 0.1, 0.5, 1, 2, 5, 10, 100, Infinity] as const;

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
  /** The simulator crashed; `again`: for the second time on the same scenario, so the run has stopped. */
  crashed(message: string, again: boolean): void;
  /** Time has stopped: a pause, the end of the run, or the end of a computation. */
  rested(): void;
  /** The user has moved the playhead. */
  moved(): void;
  /** Time has passed: `doneS` or `frontierS` has changed. */
  passed(): void;
}

/** A run that is being computed. */
interface Goal {
  /** Target time of the computation. */
  readonly atS: number;
  /** Position of the playhead afterwards. */
  readonly headS: number;
  readonly play: boolean;
  /** Only the part after the first difference is computed. */
  readonly revises: boolean;
}

/** The run in simulated time: its computed part and its speed. */
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
  /** Progress while busy, 0..1. */
  progress = $state(0);
  /** Recent simulated seconds per wall second; shows that the machine is the limit. */
  pace = $state(0);
  /** Time of the last change that the engine received, s. */
  changedS = $state(-Infinity);

  readonly #team: Team;
  readonly #clock: Clock;
  readonly #pacing = new Pacing();
  readonly #events: RunEvents;
  #frontierS = 0;
  #series: RunSeries | undefined;
  #flows: RunFlows | undefined;
  /** The runs record the probes of the disciplines. */
  #probes = false;
  /** Target of the run that is being computed. */
  #goal: Goal | undefined;
  /** The document has changed during a gentle revision. */
  #isStale = false;
  /** Target of the pending slice; undefined without one. */
  #requestedS: number | undefined;
  /** Latest time of any lane and of any sent change; the next change comes after it. */
  #horizonS = 0;
  #cancelFrame: (() => void) | undefined;
  readonly #reports = new ReportRequests(() => this.#sendReportRequest());
  readonly #failures = new Failures();
  #hidden = false;
  #heldByHiding = false;

  constructor(spawn: () => WorkerLike, workers: number, clock: Clock, events: RunEvents) {
    this.#team = new Team(spawn, workers, (message) => this.#handle(message), clock);
    this.#clock = clock;
    this.#events = events;
  }

  /** Time at which a change made now takes effect, s. It differs in every frame, so it is not a signal; see `passed`. */
  get frontierS(): number {
    return this.#frontierS;
  }

  get team(): Team {
    return this.#team;
  }

  /** Computes the current document from zero to `atS`, then shows it with the playhead at `headS`. */
  load(atS: number, play: boolean, headS = atS): void {
    this.#failures.clear();
    // A run from the start is first shown with its first sample.
    const toS = play && atS === 0 ? Math.min(STEP_S, this.#events.durationS()) : atS;
    this.#load(toS, Math.min(toS, headS === atS ? toS : headS), play);
  }

  #load(atS: number, headS: number, play: boolean): void {
    this.#horizonS = 0;
    this.#aspire({ atS: tickFrom(atS), headS: tickFrom(headS), play, revises: false });
    this.#team.load(this.#events.document(), this.#recordsProbes());
    this.#compute();
  }

  /**
   * Computes the current document up to the run's present time, from the first difference on. `gently`: a pending
   * revision is completed and shown first, so that the plots change while a slider moves.
   */
  revise(gently = false): void {
    if (gently && this.#goal?.revises) {
      this.#isStale = true;
      return;
    }
    const { atS, headS } = this.place;
    // There is no run to revise.
    if (!this.#series || this.phase === 'failed' || atS === 0)
      return this.load(headS, this.wantsToPlay);
    const front = Math.max(atS, this.#horizonS);
    // A playhead at the front moves with it.
    this.#continueTo(front, headS < atS ? headS : front);
  }

  /** Computes the current document up to `atS`, from the first difference or the end of the run on. */
  #continueTo(atS: number, headS: number): void {
    this.#failures.clear();
    this.#aspire({ atS, headS, play: this.wantsToPlay, revises: true });
    this.#team.revise(this.#events.document(), this.#recordsProbes());
    this.#compute();
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

  #aspire(goal: Goal): void {
    this.#goal = goal;
    this.#isStale = false;
    this.#requestedS = undefined;
    this.#reports.done();
    this.#pacing.begin();
    this.changedS = -Infinity;
    this.phase = 'busy';
    this.progress = 0;
    this.#land(goal.headS, goal.atS);
  }

  /** Sets the time at which a change takes effect with the playhead at `headS`. */
  #land(headS: number, doneS: number): void {
    const s = headS < doneS ? headS : Math.max(doneS, this.#horizonS);
    this.#frontierS = s === 0 ? 0 : nextTick(s);
    this.isAtStart = s === 0;
    this.#events.passed();
  }

  /** The computed time and the playhead, s, now or after the pending computation. */
  get place(): { readonly atS: number; readonly headS: number } {
    return this.#goal ?? { atS: this.doneS, headS: this.nowS };
  }

  /** Returns whether a change at `atS` concerns the computed part. */
  isPast(atS: number): boolean {
    return atS <= Math.max(this.#horizonS, this.#goal?.atS ?? this.doneS);
  }

  /** Moves the playhead within the computed part. Play continues from there. */
  seek(s: number): void {
    const doneS = this.#goal?.atS ?? this.doneS;
    if (this.phase === 'empty' || this.phase === 'failed' || (this.#goal && !this.#goal.revises))
      return;
    const headS = s < doneS ? Math.max(0, tickFrom(s)) : doneS;
    this.nowS = Math.min(headS, this.doneS);
    this.#land(headS, doneS);
    if (this.#goal) {
      this.#goal = { ...this.#goal, headS };
      // Pending numbers belong to another window.
      this.#reports.want();
    } else if (this.#isEnd(headS)) this.phase = 'finished';
    else if (this.phase === 'finished') this.phase = 'paused';
    else if (this.phase === 'playing') this.#start();
    if (this.phase !== 'playing') this.refreshReport();
    this.#events.moved();
  }

  /** Moves the playhead to any time of the run. A time that the run has not reached is computed first. */
  goTo(s: number): void {
    const { atS } = this.place;
    const toS = Math.min(s, this.#events.durationS());
    if (toS <= atS || this.phase === 'empty' || this.phase === 'failed') return this.seek(toS);
    if (atS === 0 || (this.#goal && !this.#goal.revises)) this.load(toS, this.wantsToPlay);
    else this.#continueTo(Math.max(toS, this.#horizonS), toS);
  }

  play(): void {
    if (this.#goal) this.#goal = { ...this.#goal, play: true };
    else if (this.phase === 'paused') this.#start();
  }

  pause(): void {
    this.#heldByHiding = false;
    if (this.#goal) this.#goal = { ...this.#goal, play: false };
    else if (this.phase === 'playing') {
      this.phase = 'paused';
      this.#rest();
    }
  }

  get wantsToPlay(): boolean {
    return this.phase === 'playing' || this.#goal?.play === true;
  }

  /** Whether the run plays, or will play when the page is shown again. */
  get goesOn(): boolean {
    return this.wantsToPlay || this.#heldByHiding;
  }

  /** Makes one step, then pauses. */
  step(): void {
    this.pause();
    if (this.phase !== 'paused' || this.#requestedS !== undefined) return;
    if (this.nowS < this.doneS) return this.seek(this.nowS + STEP_S);
    this.#request(Math.min(tickFrom(this.nowS + STEP_S), this.#events.durationS()));
  }

  /** Continues a finished run after its duration was extended. */
  goOn(): void {
    if (this.phase === 'finished') this.#start();
  }

  /** Sends a change to the engine, for `frontierS`. */
  change(change: Change): void {
    this.#team.change(change);
    this.changedS = change.atS;
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

  /** Returns whether the next run records the probes: a view draws them, or one did. */
  #recordsProbes(): boolean {
    this.#probes ||= probesOf(this.#events.details()).length > 0;
    return this.#probes;
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

  /** The page was hidden or shown again. The run pauses while hidden and then continues from the same time. */
  setHidden(hidden: boolean): void {
    this.#hidden = hidden;
    if (hidden && this.phase === 'playing') {
      this.pause();
      this.#heldByHiding = true;
    } else if (!hidden && this.#heldByHiding) {
      this.#heldByHiding = false;
      this.play();
    }
  }

  #start(): void {
    if (this.#hidden) {
      this.phase = 'paused';
      this.#heldByHiding = true;
      return;
    }
    this.phase = 'playing';
    this.#pacing.start(this.nowS, this.#clock.now());
    this.pace = 0;
    this.#nextFrame();
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
    } else if (this.#goal) {
      this.#team.seen();
      this.#nextFrame();
    }
  }

  /** Sends the workers to the goal, directly after the document, without waiting for an answer. */
  #compute(): void {
    const { atS, headS, revises } = this.#goal!;
    if (atS === 0) return;
    this.#horizonS = Math.max(this.#horizonS, atS);
    if (!revises) return this.#team.compute(atS);
    this.#reports.expect();
    // A new run has no details yet.
    const details = this.#events.details();
    this.#team.compute(atS, {
      ...this.#window(headS, atS),
      ...(details.length ? { details } : {}),
    });
  }

  /** Requests the next slice if there is time to compute and the page has drawn the former slice. */
  #pull(): void {
    if (this.#requestedS !== undefined || !this.#pacing.mayRequest) return;
    if (this.#goal || this.phase !== 'playing') return;
    const toS = Math.min(this.#pacing.aim(this.nowS, this.speed), this.#events.durationS());
    if (toS <= this.nowS) return;
    this.#pacing.led();
    if (this.nowS < this.doneS) this.#replay(toS);
    else this.#request(toS);
  }

  /** Plays the computed part. */
  #replay(toS: number): void {
    this.nowS = this.speed === Infinity ? this.doneS : Math.min(toS, this.doneS);
    this.#land(this.nowS, this.doneS);
    this.#endIfOver();
  }

  #request(toS: number): void {
    this.#requestedS = toS;
    this.#horizonS = Math.max(this.#horizonS, toS);
    if (!this.#goal) this.#land(this.nowS, this.doneS);
    this.#team.advance(toS);
  }

  #handle(message: RunMessage): void {
    switch (message.kind) {
      case 'loaded':
        return this.#loaded(message.about);
      case 'rejected':
        if (this.#goal?.revises && this.#events.unrevised(message.problems)) return this.revise();
        this.#goal = undefined;
        this.#requestedS = undefined;
        this.#reports.done();
        this.#series = undefined;
        this.phase = 'empty';
        this.#events.rejected(message.problems);
        return;
      case 'slice':
        return this.#slice(message.slice);
      case 'refused':
        return this.#events.refused(message.change, message.problems);
      case 'report':
        this.#reports.done();
        this.#report(message.report);
        if (this.#goal) this.#arrive();
        if (this.#reports.isWanted && this.phase !== 'playing') this.#reports.request();
        return;
      case 'crashed':
        return this.#crashed(message.message);
    }
  }

  #report(report: Report): void {
    this.report = report;
    const details = report.lanes.map((lane) => lane.details);
    if (!details.some((of) => of?.goodput ?? of?.windows ?? of?.probes)) return;
    this.#flows?.append(details);
    this.flows = this.#flows?.views() ?? [];
  }

  #loaded(about: Loaded): void {
    this.about = about;
    this.#pacing.begun(about.nowS);
    this.#series = new RunSeries(about.lanes, about.sampleS, about.hasReverse, about.otherHops);
    this.#flows = new RunFlows(about.lanes);
    if (!this.#goal) return;
    if (this.#goal.atS > 0) this.#nextFrame();
    else this.#arrive();
  }

  #slice(slice: Slice): void {
    this.#series?.append(slice);
    if (this.#goal) return this.#computed(this.#goal, slice);
    const requestedS = this.#requestedS ?? slice.nowS;
    this.#pacing.arrived(slice.nowS, slice.tookMs, requestedS);
    this.#requestedS = undefined;
    // The target time was not reached, but a later change must not take effect before an earlier one.
    const horizonS = Math.max(tickFrom(slice.furthestS), this.changedS);
    this.#horizonS = Math.min(horizonS, this.#events.durationS());
    this.#show(slice.nowS, this.nowS < this.doneS ? this.nowS : slice.nowS);
    this.#land(this.nowS, this.doneS);
    if (this.#endIfOver()) return;
    if (this.phase === 'playing') {
      // Behind the clock, after a change, or at maximum speed: request without waiting for the frame.
      if (slice.nowS < requestedS || this.#pacing.leads || this.speed === Infinity) this.#pull();
    } else this.#rest();
  }

  #computed({ atS, revises }: Goal, { nowS, tookMs }: Slice): void {
    this.#pacing.arrivedOnTheWay(nowS, tookMs);
    this.progress = Math.min(1, nowS / atS);
    // Plots and numbers change together: those of a revision come next.
    if (nowS >= atS && !revises) this.#arrive();
  }

  #isEnd(s: number): boolean {
    return s >= this.#events.durationS();
  }

  #endIfOver(): boolean {
    if (!this.#isEnd(this.nowS)) return false;
    this.phase = 'finished';
    this.#rest();
    return true;
  }

  /** The computation has reached its target: its run becomes the visible one. */
  #arrive(): void {
    const goal = this.#goal!;
    if (this.#isStale) {
      this.#show(goal.atS, goal.headS);
      return this.revise();
    }
    this.#goal = undefined;
    if (!goal.revises) {
      this.report = undefined;
      // As for the sender of the link: the run reached its end before the playhead went back.
      this.#window(goal.atS, goal.atS);
    }
    this.#show(goal.atS, goal.headS);
    this.#land(goal.headS, goal.atS);
    this.phase = this.#isEnd(goal.headS) ? 'finished' : 'paused';
    if (goal.play && this.phase === 'paused') this.#start();
    else if (goal.revises) this.#events.rested();
    else this.#rest();
  }

  #show(doneS: number, nowS: number): void {
    this.doneS = doneS;
    this.nowS = nowS;
    this.lanes = this.#series?.views() ?? [];
  }

  /** Pauses at the horizon, which is a whole millisecond, so that a link can contain it. */
  #rest(): void {
    if (this.#requestedS !== undefined) return;
    if (this.doneS < this.#horizonS) {
      this.#request(this.#horizonS);
      return;
    }
    this.#reports.request();
    this.#events.rested();
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

  #crashed(message: string): void {
    const document = this.#events.document();
    const { atS, headS } = this.place;
    const again = this.#failures.isRepeated(document, atS);
    const play = this.wantsToPlay;
    this.#requestedS = undefined;
    this.#reports.done();
    if (again) {
      this.#goal = undefined;
      this.phase = 'failed';
    } else this.#load(atS, headS, play);
    this.#events.crashed(message, again);
  }
}
