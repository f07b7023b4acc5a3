import { getContext, setContext, untrack } from 'svelte';
import type { LaneReport } from '../sim/measures.generated';
import type { Problem } from '../sim/protocol';
import { rateAt } from '../document/rate';
import { type Change, isEvent, path, toSimulate } from '../document/scenario';
import { isScheduled } from '../document/start-values';
import { passed } from '../document/timeline';
import { AddressBar } from './address.svelte';
import { Bursts } from './bursts.svelte';
import { Display } from './display.svelte';
import { Controls } from './controls.svelte';
import { edited } from './edited';
import { GroupEditor } from './group-editor';
import { covered, type Interval, lengthOf } from '../document/interval';
import { LaneEditor } from './lane-editor';
import { checkOf } from './link-check';
import { Origin } from './origin.svelte';
import { Notices } from './notices.svelte';
import { Opener } from './opener';
import type { Parts } from './parts';
import { UNLOADED } from './failures';
import { Run } from './run.svelte';
import { Reload } from './reload';
import type { Phase } from './run-machine';
import { toLink } from './link';
import type { Surroundings } from './surroundings';
import { wholeMs } from '../document/time';
import { countsSince } from './since';
import { TimelineDocument } from './timeline-document.svelte';
import { type Gestures, TimelineEditor } from './timeline-editor';
import { Transport } from './transport.svelte';

/** The headline numbers of a chosen interval that does not consist of whole steps. */
export interface ExactNumbers extends Interval {
  /** For each lane. */
  readonly lanes: readonly Partial<LaneReport>[];
}

/** The state that the panels show and edit. Each part has one job; this class connects the parts. */
export class Workspace {
  readonly doc = new TimelineDocument();
  readonly origin = new Origin(this.doc);
  readonly display: Display;
  readonly notices: Notices;
  readonly bar: AddressBar;
  readonly run: Run;
  readonly controls: Controls;
  readonly bursts: Bursts;
  readonly editor: TimelineEditor;
  readonly lanes: LaneEditor;
  readonly groups: GroupEditor;
  readonly reload: Reload;
  readonly opener: Opener;
  readonly transport: Transport;

  readonly durationS = $derived.by(() => this.doc.base.durationS);
  /** Increases when time passes a change. */
  #crossed = $state.raw(0);
  /**
   * The number of changes in force at the time of a change made now, and at the end of the computed run. They depend on the
   * timeline and on the passed changes, not on time itself. Otherwise Svelte would check all dependent values in every frame.
   */
  readonly #inForce = $derived.by(() => this.#count(this.#editsAtS));
  readonly #done = $derived.by(() => this.#count(untrack(() => this.run.doneS)));
  /** The scenario in force at the time of a change made now, with the values of moving sliders. */
  readonly current = $derived.by(() => {
    const { controls, doc } = this;
    const { lane } = controls;
    return controls.applyTo(
      controls.whole ? doc.started(lane) : doc.afterFirst(this.#inForce, lane),
    );
  });
  /** The scenario in force at the end of the computed run; the numbers on the page belong to it. */
  readonly furthest = $derived.by(() => this.doc.afterFirst(this.#done));
  /** Whether the timeline has set a value that is in force at the playhead. */
  readonly isChanged = $derived.by(() =>
    this.doc.changes.slice(0, this.#inForce).some(({ set }) => !isEvent(set)),
  );
  /** The bandwidth in force at the playhead. A schedule's rates are followed as often as the numbers. */
  readonly rateMbps = $derived.by(() => {
    const { controls, doc, run } = this;
    const past = doc.changes.slice(0, this.#inForce);
    if (!isScheduled(doc.base, past) || controls.moves(path.rate))
      return this.current.link.rateMbps;
    void [run.report, run.phase, run.phase === 'playing' || run.nowS];
    return rateAt(doc.scenario, run.frontierS).rateMbps;
  });
  /** The same for shares of the bandwidth. A schedule can stop the link; the start value then stands for its rate. */
  readonly shareMbps = $derived.by(() => this.rateMbps || this.current.link.rateMbps);
  /** Rate of a burst, Mbit/s: that of the link unless the user sets another. */
  readonly burstMbps = $derived.by(() => this.display.burstMbps ?? this.shareMbps);

  readonly #slowness: Surroundings['slowness'];
  /** The expected computing time of one simulated second if the scenario is slow, s. */
  readonly slowS = $derived.by(() => this.#slowness?.(this.current, this.shareMbps));

  constructor(around: Surroundings) {
    this.#slowness = around.slowness;
    const { clock } = around;
    this.display = new Display(around.views);
    this.notices = new Notices(clock.later);
    this.bar = new AddressBar(around.address, clock.later, () => this.link());
    this.run = new Run(around.spawn, around.workers, clock, {
      document: () => toSimulate(this.doc.scenario),
      // The simulator's time is in whole nanoseconds; the duration of a scenario need not be.
      durationS: () => Math.round(this.durationS * 1e9) / 1e9,
      window: (nowS, doneS) => this.#counted(nowS, doneS),
      details: () => around.details?.(this.display.views) ?? [],
      rejected: (problems) =>
        this.notices.problem('The simulator refused this scenario.', problems),
      unrevised: (problems) => this.editor.takeBack(problems),
      refused: (change, problems) => this.#refused(change, problems),
      crashed: (...failure) => this.#crashed(...failure),
      rested: () => this.bar.write(),
      moved: () => {
        this.display.reveal(this.run.place.headS, this.durationS);
        this.bar.keepUp();
      },
      passed: () => this.#timePassed(),
    });
    const { doc, origin, run, display, notices, bar } = this;
    const parts: Parts = { doc, origin, run, display, notices, bar, clock };
    const gestures = this.#gestures();
    this.editor = new TimelineEditor(parts, gestures);
    this.controls = new Controls(parts, this.editor);
    this.bursts = new Bursts(parts, this.controls, () => this.burstMbps);
    this.lanes = new LaneEditor(parts, this.editor, gestures);
    this.groups = new GroupEditor(parts, this.editor, this.controls, gestures);
    this.transport = new Transport(parts, gestures);
    this.reload = new Reload(parts, this.bursts, around.tab);
    const { controls, bursts, editor, reload } = this;
    const others = { controls, bursts, editor, reload, gestures };
    this.opener = new Opener(parts, others, around);
  }

  /** Returns the link to the present state of the page. */
  async link(): Promise<string> {
    const { changes } = this.doc;
    const { shared, sharesAbout } = this.origin;
    const about = sharesAbout ? shared.about : undefined;
    const { atS, headS } = this.run.place;
    const { isHeld } = this.bursts;
    const link = {
      scenario: edited(shared, { about }) as unknown as Record<string, unknown>,
      changes: this.bursts.ended(changes),
      atS: wholeMs(atS),
      display: this.display.forLink(wholeMs(headS)),
      preset: this.origin.sharedPreset,
    };
    // A run rests at a whole millisecond. The digests come with its numbers, soon after.
    const digests = isHeld || atS === 0 ? undefined : await this.run.digestsAt(atS);
    const version = this.run.about?.version;
    const check = version && digests ? checkOf(version, digests) : undefined;
    return toLink({ ...link, check });
  }

  /**
   * Returns the link to the present moment, with the check of its lanes. A run that plays rests until their digests have arrived, and
   * goes on.
   */
  async checkedLink(): Promise<string> {
    const { run, bursts } = this;
    const isAt = (phase: Phase): boolean => run.phase === phase;
    if (!isAt('playing') || bursts.isHeld) return this.link();
    run.pause();
    try {
      await run.rested();
      return await this.link();
    } finally {
      // The user may have done something else meanwhile.
      if (isAt('paused')) run.play();
    }
  }

  /** Set by `state/exact-interval`. */
  exact = $state.raw<ExactNumbers>();

  /** Returns the numbers of a lane in the chosen scope; undefined if the run has not reached a chosen window or interval. */
  numbersOf(lane: number): LaneReport | undefined {
    const { report } = this.run;
    const { scope, fixed, interval } = this.display;
    if (!report) return undefined;
    if (scope === 'run') return report.lanes[lane]?.whole;
    const isReached = !(fixed ?? interval) || lengthOf(covered(report)) > 0;
    const { window } = report.lanes[lane] ?? {};
    const exact = this.exact?.lanes[lane];
    if (window && exact) return { ...window, ...exact };
    return isReached ? window : undefined;
  }

  /** Returns the span of the numbers, s: the visible time, since the last change in it, unless the user has chosen a span. */
  #counted(nowS: number, doneS: number): readonly [number, number] {
    const { display, doc } = this;
    const span = display.counted(nowS, this.durationS, doneS);
    // The rate of a user who is a sender changes all the time.
    const isChosen = (display.interval ?? display.fixed ?? display.sending) !== undefined;
    const sinceS = isChosen ? undefined : countsSince(doc.changes, span, doneS);
    if (sinceS !== display.sinceS) display.sinceS = sinceS;
    return [sinceS ?? span[0], span[1]];
  }

  #gestures(): Gestures {
    const isBurstHeld = (): boolean => this.bursts.isHeld;
    return {
      finish: () => {
        this.controls.flush();
        this.bursts.end();
      },
      get isBurstHeld() {
        return isBurstHeld();
      },
    };
  }

  /** The time of the values that the controls show and edit, s. */
  get #editsAtS(): number {
    return this.controls.whole ? 0 : this.run.frontierS;
  }

  /** Returns the number of changes in force at `atS`. */
  #count(atS: number): number {
    void this.#crossed;
    return passed(this.doc.changes, atS);
  }

  #timePassed(): void {
    untrack(() => {
      const { doneS } = this.run;
      if (this.#count(this.#editsAtS) !== this.#inForce || this.#count(doneS) !== this.#done)
        this.#crossed++;
    });
  }

  #refused(change: Change, problems: readonly Problem[]): void {
    this.doc.retract(change);
    const named = problems.map(({ path, message }) => ({
      path: path.replace(/^to\b/, change.set),
      message,
    }));
    this.notices.problem('The simulator refused this change.', named);
  }

  #crashed(message: string, again: boolean, isUnloaded: boolean): void {
    const details = [{ path: '', message }];
    if (isUnloaded) {
      // The first failure may be one of the network, and is tried again at once.
      const act = (): void => this.run.tryAgain();
      if (again) this.notices.warn(UNLOADED, details, { label: 'Try again', act });
    } else if (again)
      this.notices.problem(
        'The simulator failed twice on this run. Undo the last change, or press Defaults.',
        details,
      );
    else
      this.notices.warn(
        'The simulator failed and was restarted. The run was replayed to where it was.',
        details,
      );
  }
}

const KEY = Symbol('workspace');
export const provideWorkspace = (workspace: Workspace): Workspace => setContext(KEY, workspace);
export const useWorkspace = (): Workspace => getContext<Workspace>(KEY);
