import type { Member } from './member';

/** Wall time between two checks of the workers, ms. */
const LOOK_EVERY_MS = 500;
/** A check that comes later than this after the one before, ms, does not count: the page was hidden, suspended or busy. */
const LATE_MS = 800;
/** A worker that is silent for this many checks in a row is stuck: silence is detected within 2.5 s. */
const PATIENCE = 4;
/** Each replacement doubles the number of checks, up to this: the machine may be slower than all tested ones. */
const MOST_PATIENCE = 32;

/** Wall time, as the page measures it. */
export interface Timer {
  now(): number;
  readonly later: (callback: () => void, ms: number) => unknown;
}

/**
 * Finds workers that no longer answer. While the page waits for an answer, it pings the workers twice a second. A worker
 * answers a ping between two slices of work, within about 10 ms.
 */
export class Watchdog {
  readonly #timer: Timer;
  readonly #waitedFor: () => readonly Member[];
  readonly #stuck: (member: Member) => void;
  #isLooking = false;
  #lookedAt = 0;
  #patience = PATIENCE;
  /** For each worker: the number of its messages at the last check, and the number of checks since its last message. */
  #silences = new Map<Member, { messages: number; looks: number }>();

  /** `waitedFor` returns the workers with a pending answer. `stuck` is called for a worker that no longer answers. */
  constructor(timer: Timer, waitedFor: () => readonly Member[], stuck: (member: Member) => void) {
    this.#timer = timer;
    this.#waitedFor = waitedFor;
    this.#stuck = stuck;
  }

  /** Starts the checks, because a request was sent to the workers. */
  watch(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#silences.clear();
    this.#lookSoon();
  }

  #lookSoon(): void {
    this.#lookedAt = this.#timer.now();
    this.#timer.later(() => this.#look(), LOOK_EVERY_MS);
  }

  #look(): void {
    const members = this.#waitedFor();
    if (members.length === 0) {
      this.#isLooking = false;
      return;
    }
    const isLate = this.#timer.now() - this.#lookedAt > LATE_MS;
    this.#lookSoon();
    const former = this.#silences;
    this.#silences = new Map();
    for (const member of members) {
      const { messages } = member;
      // A worker that has never answered may still be loading.
      if (messages === 0) continue;
      const silence = former.get(member);
      const isSilent = !isLate && silence?.messages === messages;
      const looks = isSilent ? silence.looks + 1 : 0;
      this.#silences.set(member, { messages, looks });
      if (looks >= this.#patience) {
        this.#patience = Math.min(2 * this.#patience, MOST_PATIENCE);
        this.#silences.clear();
        return this.#stuck(member);
      }
      if (looks === 0) member.worker.postMessage({ kind: 'ping' });
    }
  }
}
