import { deal, type Dealt } from './deal';
import { Member, type WorkerLike } from './member';
import type {
  FromHost,
  LaneEvents,
  RunMessage,
  ToHost,
  Verdict,
  Stretch,
  Wanted,
} from './protocol';
import type { Change, Scenario } from '../document/scenario';
import { type Timer, Watchdog } from './watchdog';

/** A request for events: the worker that computes the answer, and the receiver of the answer. */
interface Search {
  readonly member: Member;
  readonly settle: (found: LaneEvents | undefined) => void;
}

/**
 * The page's side of the protocol: starts workers, numbers runs, and drops answers of former runs.
 *
 * Lanes are independent, so each member has some of them, with the whole scenario and all changes. A request of the page
 * goes to all members; their answers are merged when all have arrived. A slice extends to the time that all lanes have
 * reached; later samples are kept for the next slice. No member runs beyond the requested time. A change comes after that
 * time, so it is never in the past of a lane.
 */
export class Team {
  readonly #spawn: () => WorkerLike;
  #most: number;
  readonly #receive: (message: RunMessage) => void;
  readonly #watchdog: Watchdog;
  /** All running workers; the first one checks scenarios. */
  #all: Member[] = [];
  /** The workers with lanes of this run; if all answers are equal, the first one is used. */
  #members: readonly Member[] = [];
  #dealt: readonly Dealt<Member>[] = [];
  /** The first run has begun. Until then there is one worker, so that starting others does not delay the run. */
  #isComplete = false;
  #run = 0;
  /** Number of samples that the page has received. */
  #sent = 0;
  /** A slice is pending. */
  #isAdvancing = false;
  /** Numbers are requested, and not all members have answered. */
  #isReporting = false;
  /** Target of the members when they run by themselves, s. */
  #aimS: number | undefined;
  /** Window of requested numbers that wait until all lanes are at the same time. */
  #wanted: Wanted | undefined;
  #requests = 0;
  #checks = new Map<number, (verdict: Verdict) => void>();
  /** Requests for events of this run that have no answer yet. */
  #searches = new Map<number, Search>();

  /** `most`: maximum number of workers. */
  constructor(
    spawn: () => WorkerLike,
    most: number,
    receive: (message: RunMessage) => void,
    timer: Timer,
  ) {
    this.#spawn = spawn;
    this.#most = most;
    this.#receive = receive;
    this.#watchdog = new Watchdog(
      timer,
      () => this.#waitedFor(),
      (member) => this.#crashed(member, 'a worker did not answer', member.messages === 0),
    );
  }

  /** Starts a run from zero; late answers of the former run are dropped. */
  load(scenario: string, probes = false): void {
    this.#begin('load', scenario, probes);
  }

  /**
   * Continues with another scenario or timeline and keeps the common part of the former run. Like `load` it is a new run, so
   * that answers of the former run are dropped.
   */
  revise(scenario: string, probes = false): void {
    this.#begin('revise', scenario, probes);
  }

  advance(toS: number): void {
    this.#isAdvancing = true;
    // While numbers are requested, members behind run to the time of the furthest.
    const upTo = this.#wanted ? Math.min(toS, this.#reached(Math.max)) : toS;
    this.#send({ kind: 'advance', run: this.#run, toS: upTo });
  }

  /**
   * Runs to `toS` in several slices. A slice is sent as soon as all lanes have advanced; the numbers of `report` come after
   * the last slice. Members far ahead continue only after `seen`.
   */
  compute(toS: number, report?: Wanted): void {
    this.#isAdvancing = true;
    this.#aimS = toS;
    this.#send({ kind: 'compute', run: this.#run, toS, report });
  }

  /** The page has received the data. */
  seen(): void {
    if (this.#aimS !== undefined) this.#send({ kind: 'seen', run: this.#run });
  }

  change(change: Change): void {
    this.#send({ kind: 'change', run: this.#run, change });
  }

  /** Requests numbers of the window from `fromS` to `toS`, with `others`: the details. */
  report(fromS: number, toS: number, others: Omit<Wanted, keyof Stretch> = {}): void {
    this.#wanted = { ...others, fromS, toS };
    if (!this.#isAdvancing) this.#requestReport();
  }

  /** Checks a scenario without touching the run. */
  check(scenario: string): Promise<Verdict> {
    return this.#judge((request) => ({ kind: 'check', request, scenario }));
  }

  #judge(message: (request: number) => ToHost): Promise<Verdict> {
    const request = ++this.#requests;
    const { worker } = this.#all[0] ?? this.#recruit();
    return new Promise((settle) => {
      this.#checks.set(request, settle);
      this.#watchdog.watch();
      worker.postMessage(message(request));
    });
  }

  /**
   * Returns the drops, marks and probes of `lane` from `fromS` until just before `toS`, without disturbing the run. Returns
   * `undefined` if the run ends or is revised before the answer.
   */
  events(lane: number, fromS: number, toS: number): Promise<LaneEvents | undefined> {
    const member = this.#dealt[lane]?.to;
    if (!member) return Promise.resolve(undefined);
    const [request, index] = [++this.#requests, member.lanes.indexOf(lane)];
    return new Promise((settle) => {
      this.#searches.set(request, { member, settle });
      this.#watchdog.watch();
      const message = { kind: 'events', run: this.#run, request, lane: index, fromS, toS } as const;
      member.worker.postMessage(message);
    });
  }

  /** Answers all requests for events with `undefined`, because their run is over. */
  #endSearches(): void {
    const searches = [...this.#searches.values()];
    this.#searches.clear();
    for (const { settle } of searches) settle(undefined);
  }

  close(): void {
    this.#endSearches();
    for (const { worker } of this.#all) worker.terminate();
    this.#all = [];
    this.#members = [];
    this.#dealt = [];
  }

  #send(message: ToHost): void {
    this.#watchdog.watch();
    for (const { worker } of this.#members) worker.postMessage(message);
  }

  #recruit(): Member {
    const member = new Member(this.#spawn());
    member.worker.onmessage = (event) => this.#handle(member, event.data);
    member.worker.onerror = (event) => {
      event.preventDefault();
      // The script of a worker that has never answered was not loaded.
      const isUnloaded = member.messages === 0;
      this.#crashed(member, event.message || 'the worker could not be started', isUnloaded);
    };
    this.#all.push(member);
    return member;
  }

  #begin(kind: 'load' | 'revise', scenario: string, probes: boolean): void {
    this.#endSearches();
    const run = ++this.#run;
    const former = this.#members;
    this.#sent = 0;
    this.#isAdvancing = false;
    this.#isReporting = false;
    this.#aimS = undefined;
    this.#wanted = undefined;
    const queues = (JSON.parse(scenario) as Scenario).queues.map((queue) => JSON.stringify(queue));
    const size = Math.max(1, Math.min(queues.length, this.#isComplete ? this.#most : 1));
    while (this.#all.length < size) this.#recruit();
    this.#dealt = deal(queues, this.#dealt, this.#all, Math.ceil(queues.length / size));
    for (const member of this.#all)
      member.begin(this.#dealt.flatMap(({ to }, lane) => (to === member ? [lane] : [])));
    const working = this.#all.filter((member) => member.lanes.length > 0);
    // A scenario without lanes also needs a worker that reports its problems.
    this.#members = working.length > 0 ? working : this.#all.slice(0, 1);
    for (const { worker, lanes } of this.#members)
      worker.postMessage({ kind, run, scenario, lanes, ...(probes && { probes }) });
    // Members without lanes release their former lanes.
    for (const { worker } of former.filter((member) => !this.#members.includes(member)))
      worker.postMessage({ kind: 'load', run, scenario, lanes: [] });
    this.#watchdog.watch();
  }

  /** Returns the workers that have not answered the last request. */
  #waitedFor(): readonly Member[] {
    if (this.#isAdvancing || this.#isReporting) return this.#members;
    const members = this.#members.filter(({ isAwake }) => !isAwake);
    const judge = this.#checks.size > 0 ? this.#all.slice(0, 1) : [];
    const searching = [...this.#searches.values()].map(({ member }) => member);
    return [...new Set([...members, ...judge, ...searching])];
  }

  #handle(member: Member, message: FromHost): void {
    member.messages++;
    if ('run' in message && message.run === this.#run) member.isAwake = true;
    if (message.kind === 'pong') return;
    if (message.kind === 'checked') {
      this.#checks.get(message.request)?.(message.verdict);
      this.#checks.delete(message.request);
    } else if (message.kind === 'events') {
      this.#searches.get(message.request)?.settle(message.found);
      this.#searches.delete(message.request);
    } else if (message.kind === 'crashed')
      this.#crashed(member, message.message, message.isUnloaded);
    else if (message.run === this.#run && this.#members.includes(member))
      this.#answer(member, message);
  }

  #answer(member: Member, message: Exclude<RunMessage, { kind: 'crashed' }>): void {
    switch (message.kind) {
      case 'rejected':
      case 'refused':
        if (member === this.#members[0]) this.#receive(message);
        return;
      case 'loaded': {
        member.nowS = message.about.nowS;
        if (!this.#gather(member, message)) return;
        const about = { lanes: this.#dealt.length, nowS: this.#reached(Math.min) };
        return this.#receive({ ...message, about: { ...message.about, ...about } });
      }
      case 'slice': {
        member.take(message.slice);
        if (this.#aimS !== undefined) return this.#computed(this.#aimS, message.slice.tookMs);
        const all = this.#gather(member, message);
        if (all) this.#slice(Math.max(...all.map(({ slice }) => slice.tookMs)));
        return;
      }
      case 'report': {
        const all = this.#gather(member, message);
        if (!all) return;
        this.#isReporting = false;
        this.#complete();
        const lanes = this.#inOrder(all.map(({ report }) => report.lanes));
        return this.#receive({ ...message, report: { ...message.report, lanes } });
      }
    }
  }

  /** Keeps an answer until all members have answered. */
  #gather<Answer extends RunMessage>(member: Member, answer: Answer): Answer[] | undefined {
    member.answers.set(answer.kind, answer);
    if (!this.#members.every(({ answers }) => answers.has(answer.kind))) return undefined;
    return this.#members.map(({ answers }) => {
      const given = answers.get(answer.kind) as Answer;
      answers.delete(answer.kind);
      return given;
    });
  }

  /** Members have advanced by themselves: sends the new slice to the page. */
  #computed(aimS: number, tookMs: number): void {
    const isThere = this.#members.every((member) => member.hasReached(aimS));
    if (isThere) this.#aimS = undefined;
    if (isThere || this.#members.every((member) => member.samples() > 0)) this.#slice(tookMs);
  }

  /** Sends the samples that all lanes have reached. */
  #slice(tookMs: number): void {
    const from = this.#sent;
    const count = Math.min(...this.#members.map((member) => member.samples()));
    const columns = this.#inOrder(this.#members.map((member) => member.give(count)));
    this.#sent += count;
    this.#isAdvancing = this.#aimS !== undefined;
    if (!this.#isAdvancing) this.#requestReport();
    const [nowS, furthestS] = [this.#reached(Math.min), this.#reached(Math.max)];
    const slice = { nowS, furthestS, from, columns, tookMs };
    this.#receive({ kind: 'slice', run: this.#run, slice });
  }

  /** Requests numbers when all lanes are at the same time. */
  #requestReport(): void {
    if (!this.#wanted || this.#reached(Math.min) < this.#reached(Math.max)) return;
    this.#isReporting = true;
    this.#send({ kind: 'report', run: this.#run, ...this.#wanted });
    this.#wanted = undefined;
  }

  /** The first run has begun: starts the other workers, so that they are ready for the next distribution of lanes. */
  #complete(): void {
    this.#isComplete = true;
    while (this.#all.length < Math.min(this.#most, this.#dealt.length)) this.#recruit();
  }

  /** A crash may repeat in other workers. It is reported once, and all workers start again as in the first run. */
  #crashed(member: Member, message: string, isUnloaded = false): void {
    // A replaced worker may still send messages.
    if (!this.#all.includes(member)) return;
    if (!this.#members.includes(member) && member !== this.#all[0]) {
      member.worker.terminate();
      this.#all = this.#all.filter((other) => other !== member);
      // Nothing is lost. If no further worker starts, the present workers continue.
      this.#most = this.#all.length;
      return;
    }
    this.close();
    this.#isComplete = false;
    // A scenario that crashes the simulator during a check is not valid.
    const failed = [...this.#checks.values()];
    this.#checks.clear();
    for (const settle of failed)
      settle({
        valid: false,
        problems: [
          {
            path: '',
            message: `the simulator ${isUnloaded ? 'was not loaded' : 'failed'}: ${message}`,
          },
        ],
        isUnloaded,
      });
    this.#receive({ kind: 'crashed', run: this.#run, message, isUnloaded });
  }

  /** Merges the members' lists into one list, in the order of the lanes. */
  #inOrder<Part>(parts: readonly (readonly Part[])[]): Part[] {
    const all: Part[] = [];
    this.#members.forEach(({ lanes }, i) => lanes.forEach((lane, k) => (all[lane] = parts[i][k])));
    return all;
  }

  /** Returns the earliest or the latest time of the members, s. */
  #reached(pick: (...times: number[]) => number): number {
    return pick(...this.#members.map((member) => member.nowS));
  }
}
