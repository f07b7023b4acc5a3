import type { Core, Engine, Replay } from '../../wasm/core';
import { GROUP_SERIES, type LaneReport } from './measures.generated';
import {
  COLUMNS,
  type FromHost,
  MOST_EVENTS,
  type LaneAnswer,
  type LaneEvents,
  type Problem,
  type ToHost,
  type LaneDetails,
  probesOf,
  type Wanted,
} from './protocol';
import type { Change } from '../document/scenario';
import { put } from '../document/timeline';

/** A slice ends after this wall time, so that the worker reads messages about every 12 ms. */
const SLICE_MS = 8;
/** Intended duration of one call of the engine: much shorter than a slice, much longer than the overhead of a call. */
const CALL_MS = 2;
const [FEWEST_PACKETS, MOST_PACKETS] = [200, 200_000];

/** A worker that runs by itself is at most this many slices ahead of the page. */
export const MOST_UNSEEN = 12;
/** Time between the messages of such a worker, ms: a message costs the page about the same, whatever its size. */
const TELL_EVERY_MS = 50;

export type Post = (message: FromHost, transfer: Transferable[]) => void;

/** Target of a worker that runs by itself, and the numbers requested there. */
interface Aim {
  readonly toS: number;
  readonly report?: Wanted | undefined;
}

/** Owns the engine and answers the page. It has no timers and computes only up to the requested time. */
export class Host {
  readonly #core: Core;
  readonly #post: Post;
  /** Wall time in ms. It limits the length of slices and never affects their results. */
  readonly #wall: () => number;
  /** Calls back after the messages that have arrived. */
  readonly #soon: (callback: () => void) => void;
  #engine: Engine | undefined;
  #run = -1;
  /** Number of samples that the page has. */
  #sent = 0;
  /** Offered packets per call, adapted to the duration of the calls. */
  #packets = 2000;
  /** Changes that the engine has not received yet, in the order of the timeline. */
  #waiting: Change[] = [];
  /** Target of the worker when it runs by itself. */
  #aim: Aim | undefined;
  /** Slices since the last `seen` of the page. */
  #unseen = 0;
  /** Computing time of the samples that are not sent yet, ms. */
  #untoldMs = 0;

  constructor(core: Core, post: Post, wall: () => number, soon: (callback: () => void) => void) {
    this.#core = core;
    this.#post = post;
    this.#wall = wall;
    this.#soon = soon;
  }

  /** Handles one message. An exception here is a defect of the simulator and ends this worker. */
  receive(message: ToHost): void {
    this.#try(() => this.#handle(message));
  }

  #try(act: () => void): void {
    try {
      act();
    } catch (error) {
      // After a trap the module's memory may be corrupt, so the engine is not freed.
      this.#engine = undefined;
      const text = error instanceof Error ? error.message : String(error);
      this.#post({ kind: 'crashed', run: this.#run, message: text }, []);
    }
  }

  #handle(message: ToHost): void {
    switch (message.kind) {
      case 'load':
        return this.#load(message.run, message.scenario, message.lanes, message.probes);
      case 'revise':
        return this.#revise(message.run, message.scenario, message.lanes, message.probes);
      case 'advance':
        if (message.run === this.#run) this.#advance(message.toS);
        return;
      case 'compute':
        if (message.run === this.#run) this.#goOnSoon((this.#aim = message));
        return;
      case 'seen':
        if (message.run === this.#run) this.#seen();
        return;
      case 'change':
        if (message.run === this.#run) this.#waiting = put(this.#waiting, message.change);
        return;
      case 'report':
        if (message.run === this.#run) this.#report(message);
        return;
      case 'events':
        if (message.run === this.#run) this.#events(message);
        return;
      case 'check':
        return this.#check(message.request, message.scenario);
      case 'ping':
        return this.#post({ kind: 'pong' }, []);
    }
  }

  #load(run: number, scenario: string, lanes: readonly number[], probes?: boolean): void {
    this.#begin(run);
    this.#engine?.free();
    this.#engine = undefined;
    const refused = parseProblems(this.#core.check(scenario));
    if (refused.length > 0) {
      this.#post({ kind: 'rejected', run, problems: refused }, []);
      return;
    }
    this.#engine = this.#core.open(scenario, Uint32Array.from(lanes), probes);
    this.#ready(this.#engine);
  }

  #revise(run: number, scenario: string, lanes: readonly number[], probes?: boolean): void {
    // After a crash there is nothing to revise.
    if (!this.#engine) return this.#load(run, scenario, lanes, probes);
    this.#begin(run);
    const own = Uint32Array.from(lanes);
    const problems = parseProblems(this.#engine.revise(scenario, own, probes));
    if (problems.length === 0) return this.#ready(this.#engine);
    this.#post({ kind: 'rejected', run, problems }, []);
    // The former run must not answer requests that came with the new one.
    this.#run = -1;
  }

  #begin(run: number): void {
    this.#run = run;
    this.#waiting = [];
    this.#sent = 0;
    this.#aim = undefined;
    this.#unseen = 0;
    this.#untoldMs = 0;
  }

  #ready(engine: Engine): void {
    const about = {
      lanes: engine.laneCount(),
      sampleS: engine.sampleInterval(),
      nowS: engine.now(),
      version: this.#core.version(),
      hasReverse: engine.hasReverse(),
      otherHops: engine.otherHops(),
    };
    this.#post({ kind: 'loaded', run: this.#run, about }, []);
  }

  #advance(toS: number): void {
    const engine = this.#engine;
    if (engine) this.#deliver(engine, this.#simulate(engine, toS));
  }

  /** Computes one slice; returns its duration, ms. */
  #simulate(engine: Engine, toS: number): number {
    const begin = this.#wall();
    this.#sendChanges(engine);
    let at = begin;
    for (let now = engine.now(); now < toS && at - begin < SLICE_MS;) {
      now = engine.advance(toS, this.#packets);
      const after = this.#wall();
      this.#adapt(after - at);
      at = after;
    }
    return at - begin;
  }

  #deliver(engine: Engine, tookMs: number): void {
    // One buffer for all columns: transferring a buffer costs the same, whatever its size.
    const all = engine.columns(COLUMNS.join(' '), this.#sent);
    const count = engine.sampleCount() - this.#sent;
    const width =
      COLUMNS.length * (1 + Number(engine.hasReverse()) + engine.otherHops()) +
      GROUP_SERIES.length * engine.groupCount();
    const columns = Array.from({ length: engine.laneCount() }, (_, lane) =>
      Array.from({ length: width }, (_, i) => {
        const at = (lane * width + i) * count;
        return all.subarray(at, at + count);
      }),
    );
    const nowS = engine.now();
    const slice = { nowS, furthestS: nowS, from: this.#sent, columns, tookMs };
    this.#sent += count;
    this.#post({ kind: 'slice', run: this.#run, slice }, [all.buffer]);
  }

  /** Handles waiting messages first, because they may request another run. */
  #goOnSoon(aim: Aim): void {
    this.#soon(() => this.#try(() => this.#goOn(aim)));
  }

  /** Computes slice after slice, until a newer request arrives or the page falls behind. */
  #goOn(aim: Aim): void {
    const engine = this.#engine;
    if (!engine || aim !== this.#aim) return;
    this.#untoldMs += this.#simulate(engine, aim.toS);
    const isThere = engine.now() >= aim.toS;
    if (isThere || this.#untoldMs >= TELL_EVERY_MS) {
      this.#deliver(engine, this.#untoldMs);
      this.#untoldMs = 0;
    }
    if (isThere) {
      this.#aim = undefined;
      if (aim.report) this.#report(aim.report);
    } else if (++this.#unseen < MOST_UNSEEN) this.#goOnSoon(aim);
  }

  #seen(): void {
    const isHeld = this.#unseen >= MOST_UNSEEN;
    this.#unseen = 0;
    if (this.#aim && isHeld) this.#goOn(this.#aim);
  }

  /** Sends the waiting changes to the engine. They wait until time advances, so that the last change of a tick applies. */
  #sendChanges(engine: Engine): void {
    for (const change of this.#waiting) {
      const problems = parseProblems(engine.apply(JSON.stringify(change)));
      if (problems.length > 0)
        this.#post({ kind: 'refused', run: this.#run, change, problems }, []);
    }
    this.#waiting = [];
  }

  #adapt(tookMs: number): void {
    const factor = Math.min(2, Math.max(0.5, CALL_MS / Math.max(tookMs, 0.01)));
    const next = Math.round(this.#packets * factor);
    this.#packets = Math.min(MOST_PACKETS, Math.max(FEWEST_PACKETS, next));
  }

  #report(wanted: Wanted): void {
    const engine = this.#engine;
    if (!engine) return;
    const { fromS, toS } = wanted;
    const lanes: LaneAnswer[] = [];
    for (let lane = 0; lane < engine.laneCount(); lane++)
      lanes.push({
        whole: JSON.parse(engine.summary(lane)) as LaneReport,
        window: JSON.parse(engine.window(lane, fromS, toS)) as LaneReport,
        digest: engine.digest(lane),
        ...(wanted.details?.length ? { details: detailsOf(engine, lane, wanted) } : {}),
      });
    const report = { nowS: engine.now(), fromS, toS, lanes };
    this.#post({ kind: 'report', run: this.#run, report }, []);
  }

  #events({ request, lane, fromS, toS }: Extract<ToHost, { kind: 'events' }>): void {
    const replay = this.#engine?.replayEvents(lane, fromS, toS, MOST_EVENTS);
    if (replay) this.#replaySoon(replay, request, this.#run);
  }

  /** Schedules the next step of a replay. The worker handles other messages after each step. */
  #replaySoon(replay: Replay, request: number, run: number): void {
    this.#soon(() => this.#try(() => this.#replay(replay, request, run)));
  }

  /** Runs a replay for the time of one slice, and sends the events when the replay is complete. */
  #replay(replay: Replay, request: number, run: number): void {
    const isCurrent = run === this.#run && this.#engine !== undefined;
    const begin = this.#wall();
    let isComplete = false;
    while (isCurrent && !isComplete && this.#wall() - begin < SLICE_MS)
      isComplete = replay.run(this.#packets);
    if (isCurrent && !isComplete) return this.#replaySoon(replay, request, run);
    if (isComplete) {
      const found = JSON.parse(replay.json(MOST_EVENTS)) as LaneEvents;
      this.#post({ kind: 'events', run, request, found }, []);
    }
    // After a crash the memory of the replay is gone.
    if (this.#engine) replay.free();
  }

  #check(request: number, scenario: string): void {
    const problems = parseProblems(this.#core.check(scenario));
    const verdict =
      problems.length > 0
        ? ({ valid: false, problems } as const)
        : ({ valid: true, canonical: this.#core.canonical(scenario) } as const);
    this.#post({ kind: 'checked', request, verdict }, []);
  }
}

function detailsOf(engine: Engine, lane: number, wanted: Wanted): LaneDetails {
  const { details = [], fromS, toS, fromSecond = 0, fromWindow = 0, fromProbe = 0 } = wanted;
  const names = probesOf(details);
  const delays = (): LaneDetails['delays'] => ({
    whole: engine.allDelays(lane),
    window: engine.delays(lane, fromS, toS),
  });
  return {
    ...(details.includes('delays') ? { delays: delays() } : {}),
    ...(details.includes('goodput') ? { goodput: engine.goodput(lane, fromSecond) } : {}),
    ...(details.includes('windows') ? { windows: engine.windows(lane, fromWindow) } : {}),
    ...(names.length > 0 ? { probes: probes(engine, lane, names, fromProbe) } : {}),
  };
}

function probes(
  engine: Engine,
  lane: number,
  names: readonly string[],
  from: number,
): LaneDetails['probes'] {
  const all = engine.probes(lane, names.join(' '), from);
  const rows = all.length / names.length;
  const columns = names.map((_, i) => all.subarray(i * rows, (i + 1) * rows));
  return { from, names, columns };
}

function parseProblems(json: string): Problem[] {
  return json === '' ? [] : (JSON.parse(json) as Problem[]);
}
