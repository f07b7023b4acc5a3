import type { WorkerLike } from '../sim/member';
import type { Change, Loaded, Problem, Report, RunMessage, Slice, Stretch } from '../sim/protocol';
import { nextTick, tickFrom } from '../sim/timeline';
import { type LaneColumns, RunSeries, STEP_S } from '../sim/series';
import { Team } from '../sim/team';
import { Pacing } from './pacing';

/**
 * - `empty`: nothing loaded, or what should have been was refused
 * - `busy`: a run, or what is different in it, is being computed up to where it shall be shown; the former one stays
 *   visible as a whole, plots and numbers
 * - `playing`, `paused`, `finished`
 * - `failed`: the simulator broke down twice on the same experiment
 */
export type Phase = 'empty' | 'busy' | 'playing' | 'paused' | 'finished' | 'failed';

/** Simulated seconds per wall second; Infinity is "as fast as it goes". */
export const SPEEDS = [0.01, 0.1, 0.5, 1, 2, 5, 10, 100, Infinity] as const;

/** How often headline numbers are asked for while it plays. */
const REPORT_EVERY_MS = 250;

/** Wall time and frames, so that tests can be their own. */
export interface Clock {
  now(): number;
  /** Calls back before the next frame; returns how to cancel. */
  readonly frame: (callback: () => void) => () => void;
  /** Calls back after `ms`; returns how to cancel. */
  readonly later: (callback: () => void, ms: number) => () => void;
}

export interface RunEvents {
  /** The scenario and timeline to run, as JSON. */
  document(): string;
  durationS(): number;
  /** The window that headline numbers are wanted for, s. */
  window(nowS: number, doneS: number): readonly [number, number];
  rejected(problems: readonly Problem[]): void;
  /** A revision cannot be. Returns whether the document has been made what it was before. */
  unrevised(problems: readonly Problem[]): boolean;
  refused(change: Change, problems: readonly Problem[]): void;
  /** The simulator broke down; `again`: on the same experiment as just before, so the run has stopped. */
  crashed(message: string, again: boolean): void;
  /** A pause, a finish, the end of a re-simulation: time stands still. */
  rested(): void;
  /** Somebody has moved the playhead. */
  moved(): void;
  /** Time has passed: `doneS` or `frontierS` is another. */
  passed(): void;
}

/** A run that is being computed. */
interface Goal {
  /** How far it shall be computed. */
  readonly atS: number;
  /** Where the playhead shall stand then. */
  readonly headS: number;
  readonly play: boolean;
  /** It is computed from the first difference to what was there. */
  readonly revises: boolean;
}

/** The run in simulated time: what has been computed, and how fast it goes on. */
export class Run {
  phase = $state<Phase>('empty');
  speed = $state(1);
  /** The playhead: where time stands, and where a change lands. */
  nowS = $state(0);
  /** How far the run that is shown has been computed; the playhead may stand before that. */
  doneS = $state(0);
  /** Time series of what is shown. */
  lanes = $state.raw<readonly LaneColumns[]>([]);
  report = $state.raw<Report>();
  about = $state.raw<Loaded>();
  /** While busy: how far, 0..1. */
  progress = $state(0);
  /** Simulated seconds per wall second lately reached; tells when the machine is the limit. */
  pace = $state(0);
  /** When the last change takes effect that the engine was handed, s. */
  changedS = $state(-Infinity);

  readonly #team: Team;
  readonly #clock: Clock;
  readonly #pacing = new Pacing();
  readonly #events: RunEvents;
  #frontierS = 0;
  #series: RunSeries | undefined;
  /** Where a run that is being computed shall arrive. */
  #goal: Goal | undefined;
  /** The document has changed again while a revision was under way that nobody waits for. */
  #isStale = false;
  /** Simulated time the slice under way may reach; undefined when none is under way. */
  #asked: number | undefined;
  /** How far lanes may be, and the latest change that they were handed: the next change comes after that. */
  #horizonS = 0;
  #cancelFrame: (() => void) | undefined;
  #reporting = false;
  #wantReport = false;
  #hidden = false;
  #heldByHiding = false;
  /** The document on which the simulator failed last, and how far the run was, s. */
  #crashedOn: string | undefined;
  #crashedAtS = 0;

  constructor(spawn: () => WorkerLike, workers: number, clock: Clock, events: RunEvents) {
    this.#team = new Team(spawn, workers, (message) => this.#hear(message), clock);
    this.#clock = clock;
    this.#events = events;
  }

  /** The time a change made now takes effect, s: in every frame another one, of which `passed` tells, and no signal. */
  get frontierS(): number {
    return this.#frontierS;
  }

  get team(): Team {
    return this.#team;
  }

  /** Computes the current document from zero to `atS`, and shows it when it is there, with the playhead at `headS`. */
  load(atS: number, play: boolean, headS = atS): void {
    this.#crashedOn = undefined;
    // What plays from the start is shown with its first sample, not once without any.
    const toS = play && atS === 0 ? Math.min(STEP_S, this.#events.durationS()) : atS;
    this.#load(toS, Math.min(toS, headS === atS ? toS : headS), play);
  }

  #load(atS: number, headS: number, play: boolean): void {
    this.#horizonS = 0;
    this.#aspire({ atS: tickFrom(atS), headS: tickFrom(headS), play, revises: false });
    this.#team.load(this.#events.document());
    this.#compute();
  }

  /**
   * Computes the current document as far as the run was, but only from the first difference on. `gently`: a revision
   * that is under way is finished and shown first, so that something is seen while a knob moves.
   */
  revise(gently = false): void {
    if (gently && this.#goal?.revises) {
      this.#isStale = true;
      return;
    }
    const { atS, headS } = this.place;
    const play = this.wantsToPlay;
    // Nothing is there to revise.
    if (!this.#series || this.phase === 'failed' || atS === 0) return this.load(headS, play);
    this.#crashedOn = undefined;
    const front = Math.max(atS, this.#horizonS);
    // A playhead at the front goes there with it.
    this.#aspire({ atS: front, headS: headS < atS ? headS : front, play, revises: true });
    this.#team.revise(this.#events.document());
    this.#compute();
  }

  /**
   * The document's lanes were others before: what is shown of them goes along, until the revision is there. `from`: for
   * each lane the number it had, -1 for a new one.
   */
  rearrange(from: readonly number[]): void {
    if (from.length === this.lanes.length && from.every((lane, i) => lane === i)) return;
    const fresh = new RunSeries(1, this.about?.sampleS ?? STEP_S).views();
    this.lanes = from.map((lane) => this.lanes[lane] ?? fresh[0]);
    const { report } = this;
    this.report = report && { ...report, lanes: from.map((lane) => report.lanes[lane]) };
  }

  #aspire(goal: Goal): void {
    this.#goal = goal;
    this.#isStale = false;
    this.#asked = undefined;
    this.#reporting = false;
    this.#pacing.begin();
    this.changedS = -Infinity;
    this.phase = 'busy';
    this.progress = 0;
    this.#land(goal.headS, goal.atS);
  }

  /** Finds when a change takes effect that is made with the playhead at `headS`. */
  #land(headS: number, doneS: number): void {
    const s = headS < doneS ? headS : Math.max(doneS, this.#horizonS);
    this.#frontierS = s === 0 ? 0 : nextTick(s);
    this.#events.passed();
  }

  /** Where it is, or will be once it is computed: how far, and the playhead, s. */
  get place(): { readonly atS: number; readonly headS: number } {
    return this.#goal ?? { atS: this.doneS, headS: this.nowS };
  }

  /** Whether a change at `atS` concerns what has been computed already. */
  isPast(atS: number): boolean {
    return atS <= Math.max(this.#horizonS, this.#goal?.atS ?? this.doneS);
  }

  /** Moves the playhead over what has been computed. Playing goes on from there. */
  seek(s: number): void {
    const doneS = this.#goal?.atS ?? this.doneS;
    if (this.phase === 'empty' || this.phase === 'failed' || (this.#goal && !this.#goal.revises))
      return;
    const headS = s < doneS ? Math.max(0, tickFrom(s)) : doneS;
    this.nowS = Math.min(headS, this.doneS);
    this.#land(headS, doneS);
    if (this.#goal) {
      this.#goal = { ...this.#goal, headS };
      // Those that are under way are of another window.
      this.#wantReport = true;
    } else if (this.#isEnd(headS)) this.phase = 'finished';
    else if (this.phase === 'finished') this.phase = 'paused';
    else if (this.phase === 'playing') this.#start();
    if (this.phase !== 'playing') this.refreshReport();
    this.#events.moved();
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

  /** The run plays, or will play when the page is shown again. */
  get goesOn(): boolean {
    return this.wantsToPlay || this.#heldByHiding;
  }

  /** One step, then rest. */
  step(): void {
    this.pause();
    if (this.phase !== 'paused' || this.#asked !== undefined) return;
    if (this.nowS < this.doneS) return this.seek(this.nowS + STEP_S);
    this.#ask(Math.min(tickFrom(this.nowS + STEP_S), this.#events.durationS()));
  }

  /** Lets a finished run go on after its duration was extended. */
  goOn(): void {
    if (this.phase === 'finished') this.#start();
  }

  /** Hands a change to the engine, for `frontierS`. */
  change(change: Change): void {
    this.#team.change(change);
    this.changedS = change.atS;
    this.#pacing.lead();
  }

  /**
   * Goes on at once if something has been changed, so that the next frame shows what it does: to where time will be when
   * that frame is seen. Then wall time catches up; changes do not make time pass faster.
   */
  hurry(): void {
    if (this.phase !== 'playing' || !this.#pacing.leads) return;
    this.#pacing.pass(this.nowS, this.speed, this.#clock.now());
    this.#pull();
  }

  /** Asks for the headline numbers of the window, soon. */
  refreshReport(): void {
    this.#wantReport = true;
    if (this.phase === 'paused' || this.phase === 'finished') this.#askReport();
  }

  /** The page was hidden or shown again. Hidden, the run rests; shown, it goes on from where it was. */
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
      if (this.#pacing.sinceMeasured(now) >= REPORT_EVERY_MS) this.#askReport();
      this.#nextFrame();
    } else if (this.#goal) {
      this.#team.seen();
      this.#nextFrame();
    }
  }

  /** Has the workers go to the goal. Right behind the document: its answer need not be waited for. */
  #compute(): void {
    const { atS, headS, revises } = this.#goal!;
    if (atS === 0) return;
    this.#horizonS = Math.max(this.#horizonS, atS);
    if (!revises) return this.#team.compute(atS);
    this.#reporting = true;
    this.#wantReport = false;
    this.#team.compute(atS, this.#window(headS, atS));
  }

  /** Asks for the next slice if there is something to compute and the page has drawn what it got. */
  #pull(): void {
    if (this.#asked !== undefined || !this.#pacing.mayAsk) return;
    if (this.#goal || this.phase !== 'playing') return;
    const toS = Math.min(this.#pacing.aim(this.nowS, this.speed), this.#events.durationS());
    if (toS <= this.nowS) return;
    this.#pacing.led();
    if (this.nowS < this.doneS) this.#replay(toS);
    else this.#ask(toS);
  }

  /** Plays what has been computed already. */
  #replay(toS: number): void {
    this.nowS = this.speed === Infinity ? this.doneS : Math.min(toS, this.doneS);
    this.#land(this.nowS, this.doneS);
    this.#endIfOver();
  }

  #ask(toS: number): void {
    this.#asked = toS;
    this.#horizonS = Math.max(this.#horizonS, toS);
    if (!this.#goal) this.#land(this.nowS, this.doneS);
    this.#team.advance(toS);
  }

  #hear(message: RunMessage): void {
    switch (message.kind) {
      case 'loaded':
        return this.#loaded(message.about);
      case 'rejected':
        if (this.#goal?.revises && this.#events.unrevised(message.problems)) return this.revise();
        this.#goal = undefined;
        this.#asked = undefined;
        this.#reporting = false;
        this.#series = undefined;
        this.phase = 'empty';
        this.#events.rejected(message.problems);
        return;
      case 'slice':
        return this.#slice(message.slice);
      case 'refused':
        return this.#events.refused(message.change, message.problems);
      case 'report':
        this.#reporting = false;
        this.report = message.report;
        if (this.#goal) this.#arrive();
        if (this.#wantReport && this.phase !== 'playing') this.#askReport();
        return;
      case 'crashed':
        return this.#crashed(message.message);
    }
  }

  #loaded(about: Loaded): void {
    this.about = about;
    this.#pacing.begun(about.nowS);
    this.#series = new RunSeries(about.lanes, about.sampleS);
    if (!this.#goal) return;
    if (this.#goal.atS > 0) this.#nextFrame();
    else this.#arrive();
  }

  #slice(slice: Slice): void {
    this.#series?.append(slice);
    if (this.#goal) return this.#computed(this.#goal, slice);
    const asked = this.#asked ?? slice.nowS;
    this.#pacing.learn(slice.nowS, slice.tookMs, asked);
    this.#asked = undefined;
    // Nobody went on to where it was asked to go; but a later wish must not land before an earlier one.
    const horizonS = Math.max(tickFrom(slice.furthestS), this.changedS);
    this.#horizonS = Math.min(horizonS, this.#events.durationS());
    this.#show(slice.nowS, this.nowS < this.doneS ? this.nowS : slice.nowS);
    this.#land(this.nowS, this.doneS);
    if (this.#endIfOver()) return;
    if (this.phase === 'playing') {
      // Behind, in a hurry, or as fast as it goes: on without waiting for the frame.
      if (slice.nowS < asked || this.#pacing.leads || this.speed === Infinity) this.#pull();
    } else this.#rest();
  }

  #computed({ atS, revises }: Goal, { nowS, tookMs }: Slice): void {
    this.#pacing.learnOnTheWay(nowS, tookMs);
    this.progress = Math.min(1, nowS / atS);
    // Plots and numbers that are there change together: those of a revision come next.
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

  /** The run that was being computed is where it shall be: it becomes the one that is shown. */
  #arrive(): void {
    const goal = this.#goal!;
    if (this.#isStale) {
      this.#show(goal.atS, goal.headS);
      return this.revise();
    }
    this.#goal = undefined;
    if (!goal.revises) {
      this.report = undefined;
      // As for who sent the link: time was there before the playhead went back.
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

  /** Comes to rest at the horizon, which is a whole millisecond, so that a link can say where. */
  #rest(): void {
    if (this.#asked !== undefined) return;
    if (this.doneS < this.#horizonS) {
      this.#ask(this.#horizonS);
      return;
    }
    this.#askReport();
    this.#events.rested();
  }

  #askReport(): void {
    if (this.#reporting) {
      this.#wantReport = true;
      return;
    }
    this.#reporting = true;
    this.#wantReport = false;
    const pace = this.#pacing.measure(this.nowS, this.#clock.now());
    if (this.phase === 'playing' && pace !== undefined) this.pace = pace;
    const { atS, headS } = this.place;
    const { fromS, toS } = this.#window(headS, atS);
    this.#team.report(fromS, toS);
  }

  /** The window that numbers are wanted for. */
  #window(headS: number, atS: number): Stretch {
    const [fromS, toS] = this.#events.window(headS, atS);
    return { fromS, toS: Math.min(toS, atS) };
  }

  #crashed(message: string): void {
    const document = this.#events.document();
    const { atS, headS } = this.place;
    // A run that got well beyond the place of its last failure did not fail for the same reason.
    const again = this.#crashedOn === document && atS <= this.#crashedAtS + 1;
    this.#crashedOn = document;
    this.#crashedAtS = atS;
    const play = this.wantsToPlay;
    this.#asked = undefined;
    this.#reporting = false;
    if (again) {
      this.#goal = undefined;
      this.phase = 'failed';
    } else this.#load(atS, headS, play);
    this.#events.crashed(message, again);
  }
}
