import { deal, type Dealt } from './deal';
import { Member, type WorkerLike } from './member';
import type { Change, FromHost, RunMessage, ToHost, Verdict, Stretch } from './protocol';
import type { Scenario } from './scenario';
import { type Timer, Watchdog } from './watchdog';

/**
 * The page's end of the line: starts workers, numbers runs, and drops what belongs to former ones.
 *
 * Lanes know nothing of each other, so each member has some of them, and all of the scenario and its changes. What the
 * page asks is asked of all; what they answer is put together when all have answered. A slice goes as far as all lanes
 * are; what some have done beyond is kept for the next one. None goes further than it was asked, and a change comes
 * after that: so it is in nobody's past.
 */
export class Team {
  readonly #spawn: () => WorkerLike;
  #most: number;
  readonly #receive: (message: RunMessage) => void;
  readonly #watchdog: Watchdog;
  /** All that were started, and have not been given up; the first judges scenarios. */
  #all: Member[] = [];
  /** Those that have lanes of this run; the first speaks for all where all say the same. */
  #members: readonly Member[] = [];
  #dealt: readonly Dealt<Member>[] = [];
  /** The first run begins with one worker, so that no other delays it. */
  #isComplete = false;
  #run = 0;
  /** Samples that the page has got. */
  #sent = 0;
  /** A slice is under way. */
  #isAdvancing = false;
  /** Numbers have been asked for, and not all members have answered. */
  #isReporting = false;
  /** Where the members go by themselves, s. */
  #aimS: number | undefined;
  /** The window of the numbers that are wanted, until all lanes are at the same time. */
  #wanted: Stretch | undefined;
  #requests = 0;
  #checks = new Map<number, (verdict: Verdict) => void>();

  /** `most`: how many workers there may be. */
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
      (member) => this.#crashed(member, 'a worker did not answer'),
    );
  }

  /** Starts a run over; everything that is still under way for the former one will be dropped. */
  load(scenario: string): void {
    this.#begin('load', scenario);
  }

  /**
   * Goes on with another scenario or timeline, keeping what it shares with the former run; like `load` it is a run of its
   * own, so that no answer of the former one is taken for it.
   */
  revise(scenario: string): void {
    this.#begin('revise', scenario);
  }

  advance(toS: number): void {
    this.#isAdvancing = true;
    // While numbers are wanted, those behind come to where the furthest stands.
    const upTo = this.#wanted ? Math.min(toS, this.#reached(Math.max)) : toS;
    this.#tell({ kind: 'advance', run: this.#run, toS: upTo });
  }

  /**
   * Goes on to `toS` in as many slices as it takes, each as soon as all lanes have got further; the numbers of
   * `report` come after the last one. Those that have done much go on only when the page has said `seen`.
   */
  compute(toS: number, report?: Stretch): void {
    this.#isAdvancing = true;
    this.#aimS = toS;
    this.#tell({ kind: 'compute', run: this.#run, toS, report });
  }

  /** The page has taken what came. */
  seen(): void {
    if (this.#aimS !== undefined) this.#tell({ kind: 'seen', run: this.#run });
  }

  change(change: Change): void {
    this.#tell({ kind: 'change', run: this.#run, change });
  }

  report(fromS: number, toS: number): void {
    this.#wanted = { fromS, toS };
    if (!this.#isAdvancing) this.#askReport();
  }

  /** Judges a scenario without touching the run. */
  check(scenario: string): Promise<Verdict> {
    const request = ++this.#requests;
    const { worker } = this.#all[0] ?? this.#recruit();
    return new Promise((settle) => {
      this.#checks.set(request, settle);
      this.#watchdog.asked();
      worker.postMessage({ kind: 'check', request, scenario });
    });
  }

  close(): void {
    for (const { worker } of this.#all) worker.terminate();
    this.#all = [];
    this.#members = [];
    this.#dealt = [];
  }

  #tell(message: ToHost): void {
    this.#watchdog.asked();
    for (const { worker } of this.#members) worker.postMessage(message);
  }

  #recruit(): Member {
    const member = new Member(this.#spawn());
    member.worker.onmessage = (event) => this.#hear(member, event.data);
    member.worker.onerror = (event) => {
      event.preventDefault();
      this.#crashed(member, event.message || 'the worker could not be started');
    };
    this.#all.push(member);
    return member;
  }

  #begin(kind: 'load' | 'revise', scenario: string): void {
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
    // Somebody has to say what is wrong with a scenario without lanes.
    this.#members = working.length > 0 ? working : this.#all.slice(0, 1);
    for (const { worker, lanes } of this.#members)
      worker.postMessage({ kind, run, scenario, lanes });
    // Those that have no lanes any more let go of what they had.
    for (const { worker } of former.filter((member) => !this.#members.includes(member)))
      worker.postMessage({ kind: 'load', run, scenario, lanes: [] });
    this.#watchdog.asked();
  }

  /** The workers that owe an answer to what was asked last. */
  #waitedFor(): readonly Member[] {
    if (this.#isAdvancing || this.#isReporting) return this.#members;
    const members = this.#members.filter(({ isAwake }) => !isAwake);
    const judge = this.#checks.size > 0 ? this.#all.slice(0, 1) : [];
    return [...new Set([...members, ...judge])];
  }

  #hear(member: Member, message: FromHost): void {
    member.heard++;
    if ('run' in message && message.run === this.#run) member.isAwake = true;
    if (message.kind === 'pong') return;
    if (message.kind === 'checked') {
      this.#checks.get(message.request)?.(message.verdict);
      this.#checks.delete(message.request);
    } else if (message.kind === 'crashed') this.#crashed(member, message.message);
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

  /** Keeps an answer until all members have given theirs. */
  #gather<Answer extends RunMessage>(member: Member, answer: Answer): Answer[] | undefined {
    member.answers.set(answer.kind, answer);
    if (!this.#members.every(({ answers }) => answers.has(answer.kind))) return undefined;
    return this.#members.map(({ answers }) => {
      const given = answers.get(answer.kind) as Answer;
      answers.delete(answer.kind);
      return given;
    });
  }

  /** Some have gone on by themselves: the page gets what that brings. */
  #computed(aimS: number, tookMs: number): void {
    const isThere = this.#members.every((member) => member.hasReached(aimS));
    if (isThere) this.#aimS = undefined;
    if (isThere || this.#members.every((member) => member.samples() > 0)) this.#slice(tookMs);
  }

  /** Hands out what all lanes have reached. */
  #slice(tookMs: number): void {
    const from = this.#sent;
    const count = Math.min(...this.#members.map((member) => member.samples()));
    const columns = this.#inOrder(this.#members.map((member) => member.give(count)));
    this.#sent += count;
    this.#isAdvancing = this.#aimS !== undefined;
    if (!this.#isAdvancing) this.#askReport();
    const [nowS, furthestS] = [this.#reached(Math.min), this.#reached(Math.max)];
    const slice = { nowS, furthestS, from, columns, tookMs };
    this.#receive({ kind: 'slice', run: this.#run, slice });
  }

  /** Numbers are of one time: they are asked for when no lane is ahead of another. */
  #askReport(): void {
    if (!this.#wanted || this.#reached(Math.min) < this.#reached(Math.max)) return;
    this.#isReporting = true;
    this.#tell({ kind: 'report', run: this.#run, ...this.#wanted });
    this.#wanted = undefined;
  }

  /** The first run has begun: the others may come, so that they are there when lanes are dealt out again. */
  #complete(): void {
    this.#isComplete = true;
    while (this.#all.length < Math.min(this.#most, this.#dealt.length)) this.#recruit();
  }

  /** What brought one down may bring down others: it is told once, and all begin as in the first run. */
  #crashed(member: Member, message: string): void {
    // A worker that was given up may still have something to say.
    if (!this.#all.includes(member)) return;
    if (!this.#members.includes(member) && member !== this.#all[0]) {
      member.worker.terminate();
      this.#all = this.#all.filter((other) => other !== member);
      // Nothing is lost. Where no more can be had, those that are there do it.
      this.#most = this.#all.length;
      return;
    }
    this.close();
    this.#isComplete = false;
    // A scenario that brings the simulator down while it is judged is not valid either.
    const failed = [...this.#checks.values()];
    this.#checks.clear();
    for (const settle of failed)
      settle({
        valid: false,
        problems: [{ path: '', message: `the simulator failed: ${message}` }],
      });
    this.#receive({ kind: 'crashed', run: this.#run, message });
  }

  /** Parts of lanes, for each member as many as it has, in the order of the lanes. */
  #inOrder<Part>(parts: readonly (readonly Part[])[]): Part[] {
    const all: Part[] = [];
    this.#members.forEach(({ lanes }, i) => lanes.forEach((lane, k) => (all[lane] = parts[i][k])));
    return all;
  }

  /** How far the last or the first of the members is, s. */
  #reached(pick: (...times: number[]) => number): number {
    return pick(...this.#members.map((member) => member.nowS));
  }
}
