import { Client, type RunMessage, type WorkerLike } from './client';
import {
  type Change,
  COLUMNS,
  type Loaded,
  type Report,
  type Slice,
  type Verdict,
} from './protocol';
import type { Scenario } from './scenario';

/** Samples of a lane: `COLUMNS`. */
type Columns = readonly Float32Array[];

/** A worker, and what it has of the run. */
class Member {
  readonly client: Client;
  /** Numbers of its lanes in the scenario, in rising order. */
  lanes: readonly number[] = [];
  /** How far its lanes are, s. */
  nowS = 0;
  /** Answers that wait for those of the other members. */
  loaded: Loaded | undefined;
  slice: Slice | undefined;
  report: Report | undefined;
  /** What the page has not got of its slices, because lanes of others are not that far. */
  ahead: (readonly Columns[])[] = [];

  constructor(spawn: () => WorkerLike, hear: (member: Member, message: RunMessage) => void) {
    this.client = new Client(spawn, (message) => hear(this, message));
  }

  /** Forgets the former run. */
  begin(lanes: readonly number[]): void {
    this.lanes = lanes;
    this.nowS = 0;
    this.loaded = this.slice = this.report = undefined;
    this.ahead = [];
  }

  take(slice: Slice): void {
    this.slice = slice;
    this.nowS = slice.nowS;
    if (samplesOf(slice.columns) > 0) this.ahead.push(slice.columns);
  }

  /** How many samples are ahead. */
  samples(): number {
    return this.ahead.reduce((sum, columns) => sum + samplesOf(columns), 0);
  }

  /** Hands out the first `count` samples of each lane. */
  give(count: number): readonly Columns[] {
    const given: (readonly Columns[])[] = [];
    for (let left = count; left > 0;) {
      const first = this.ahead.shift() ?? [];
      const here = Math.min(left, samplesOf(first));
      given.push(cut(first, 0, here));
      if (here < samplesOf(first)) this.ahead.unshift(cut(first, here));
      left -= here;
    }
    if (given.length === 1) return given[0];
    const of = (lane: number, i: number): Float32Array[] => given.map((part) => part[lane][i]);
    return this.lanes.map((_, lane) => COLUMNS.map((_, i) => joined(of(lane, i))));
  }
}

/**
 * The workers that compute a run together, spoken to as if they were one. Lanes know nothing of each other, so each
 * member has some of them and all of the scenario and its changes. What the page asks is asked of all; what they answer
 * is put together when all have answered. A slice goes as far as all lanes are; what some have done beyond is kept for
 * the next one. None goes further than it was asked, and a change comes after that: so it is in nobody's past.
 */
export class Team {
  readonly #spawn: () => WorkerLike;
  readonly #most: number;
  readonly #receive: (message: RunMessage) => void;
  /** Those that have lanes; the first speaks for all where all say the same. */
  #members: Member[] = [];
  /** Those that have none. */
  #spare: Member[] = [];
  /** The queues of the run as they were dealt out, and who has each. */
  #dealt: readonly { readonly queue: string; readonly member: Member }[] = [];
  /** The first run begins with one worker, so that no other delays it. */
  #isComplete = false;
  /** Samples that the page has got. */
  #sent = 0;
  /** A slice is under way. */
  #isAdvancing = false;
  /** The window of the numbers that are wanted, once all lanes are at the same time. */
  #wanted: readonly [fromS: number, toS: number] | undefined;

  /** `most`: how many workers there may be. */
  constructor(spawn: () => WorkerLike, most: number, receive: (message: RunMessage) => void) {
    this.#spawn = spawn;
    this.#most = most;
    this.#receive = receive;
  }

  load(scenario: string): void {
    this.#deal(scenario);
    for (const { client, lanes } of this.#members) client.load(scenario, lanes);
  }

  revise(scenario: string): void {
    this.#deal(scenario);
    for (const { client, lanes } of this.#members) client.revise(scenario, lanes);
  }

  advance(toS: number): void {
    this.#isAdvancing = true;
    // Numbers that are wanted wait until those behind have come to where the furthest stands.
    const upTo = this.#wanted ? Math.min(toS, this.#frontS()) : toS;
    for (const { client } of this.#members) client.advance(upTo);
  }

  change(change: Change): void {
    for (const { client } of this.#members) client.change(change);
  }

  report(fromS: number, toS: number): void {
    this.#wanted = [fromS, toS];
    if (!this.#isAdvancing) this.#askReport();
  }

  check(scenario: string): Promise<Verdict> {
    const [first] = this.#members.length > 0 ? this.#members : (this.#members = [this.#recruit()]);
    return first.client.check(scenario);
  }

  close(why?: string): void {
    for (const { client } of [...this.#members, ...this.#spare]) client.close(why);
    this.#members = this.#spare = [];
    this.#dealt = [];
  }

  #recruit(): Member {
    return new Member(this.#spawn, (member, message) => this.#hear(member, message));
  }

  /**
   * Deals the lanes out. A lane stays where it was, since its past is there, unless that member would have more than its
   * share; the others go to who has fewest. Which lanes are the same only matters for the time that it takes.
   */
  #deal(scenario: string): void {
    const queues = (JSON.parse(scenario) as Scenario).queues.map((queue) => JSON.stringify(queue));
    const size = Math.max(1, Math.min(queues.length, this.#isComplete ? this.#most : 1));
    const share = Math.ceil(queues.length / size);
    const all = [...this.#members, ...this.#spare];
    while (all.length < size) all.push(this.#recruit());

    const former = [...this.#dealt];
    const counts = new Map(all.map((member) => [member, 0]));
    const count = (member: Member): number => counts.get(member) ?? 0;
    const give = (member: Member): Member => {
      counts.set(member, count(member) + 1);
      return member;
    };
    const kept = queues.map((queue) => {
      const at = former.findIndex((lane) => lane.queue === queue);
      const [lane] = at < 0 ? [] : former.splice(at, 1);
      return lane && count(lane.member) < share ? give(lane.member) : undefined;
    });
    const owners = kept.map(
      (member) => member ?? give(all.reduce((a, b) => (count(b) < count(a) ? b : a))),
    );

    for (const member of all) {
      const had = member.lanes.length > 0;
      member.begin(owners.flatMap((owner, lane) => (owner === member ? [lane] : [])));
      // What it had is not needed any more.
      if (had && member.lanes.length === 0) member.client.load(scenario, []);
    }
    const working = all.filter((member) => member.lanes.length > 0);
    // Somebody has to say what is wrong with a scenario without lanes.
    this.#members = working.length > 0 ? working : all.slice(0, 1);
    this.#spare = all.filter((member) => !this.#members.includes(member));
    this.#dealt = queues.map((queue, lane) => ({ queue, member: owners[lane] }));
    this.#sent = 0;
    this.#isAdvancing = false;
    this.#wanted = undefined;
  }

  #hear(member: Member, message: RunMessage): void {
    if (!this.#members.includes(member)) {
      if (message.kind === 'crashed') this.#spare = this.#spare.filter((other) => other !== member);
      return;
    }
    switch (message.kind) {
      case 'crashed':
        // What brought one down may bring down others. It is told once, and all begin as in the first run.
        this.close(message.message);
        this.#isComplete = false;
        return this.#receive(message);
      case 'rejected':
      case 'refused':
        if (member === this.#members[0]) this.#receive(message);
        return;
      case 'loaded':
        member.loaded = message.about;
        member.nowS = message.about.nowS;
        return this.#loaded(message.run);
      case 'slice':
        member.take(message.slice);
        return this.#slice(message.run);
      case 'report':
        member.report = message.report;
        return this.#report(message.run);
    }
  }

  #loaded(run: number): void {
    const abouts = this.#members.flatMap((member) => member.loaded ?? []);
    if (abouts.length < this.#members.length) return;
    for (const member of this.#members) member.loaded = undefined;
    const lanes = this.#dealt.length;
    this.#receive({ kind: 'loaded', run, about: { ...abouts[0], lanes, nowS: this.#nowS() } });
  }

  #slice(run: number): void {
    const slices = this.#members.flatMap((member) => member.slice ?? []);
    if (slices.length < this.#members.length) return;
    const count = Math.min(...this.#members.map((member) => member.samples()));
    const columns = this.#inOrder((member) => {
      member.slice = undefined;
      return member.give(count);
    });
    const tookMs = Math.max(...slices.map((slice) => slice.tookMs));
    const slice = { nowS: this.#nowS(), from: this.#sent, columns, tookMs };
    this.#sent += count;
    this.#isAdvancing = false;
    this.#askReport();
    this.#receive({ kind: 'slice', run, slice });
  }

  #report(run: number): void {
    const reports = this.#members.flatMap((member) => member.report ?? []);
    if (reports.length < this.#members.length) return;
    const lanes = this.#inOrder((member) => {
      const answers = member.report?.lanes ?? [];
      member.report = undefined;
      return answers;
    });
    this.#complete();
    this.#receive({ kind: 'report', run, report: { ...reports[0], lanes } });
  }

  #askReport(): void {
    if (!this.#wanted || this.#nowS() < this.#frontS()) return;
    for (const { client } of this.#members) client.report(...this.#wanted);
    this.#wanted = undefined;
  }

  /** The first run has begun: the others may come, so that they are there when lanes are dealt out again. */
  #complete(): void {
    this.#isComplete = true;
    const size = Math.min(this.#most, this.#dealt.length);
    while (this.#members.length + this.#spare.length < size) {
      const member = this.#recruit();
      member.client.start();
      this.#spare.push(member);
    }
  }

  /** What each member has of each of its lanes, in the order of the scenario. */
  #inOrder<T>(of: (member: Member) => readonly T[]): T[] {
    const all: T[] = [];
    for (const member of this.#members)
      of(member).forEach((part, i) => (all[member.lanes[i]] = part));
    return all;
  }

  /** How far all lanes are. */
  #nowS(): number {
    return Math.min(...this.#members.map((member) => member.nowS));
  }

  /** How far the furthest is. */
  #frontS(): number {
    return Math.max(...this.#members.map((member) => member.nowS));
  }
}

const samplesOf = (lanes: readonly Columns[]): number => lanes[0]?.[0]?.length ?? 0;

const cut = (lanes: readonly Columns[], from: number, to?: number): readonly Columns[] =>
  lanes.map((columns) => columns.map((column) => column.subarray(from, to)));

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
