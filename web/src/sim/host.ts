import type { Core, Engine } from './core';
import {
  COLUMNS,
  type Change,
  type FromHost,
  type LaneAnswer,
  type LaneReport,
  type Problem,
  type ToHost,
} from './protocol';
import { put } from './score';

/** A slice ends when this much wall time has gone, so that the worker hears the page at least every 12 ms. */
const SLICE_MS = 8;
/** One call into the engine is meant to take this long: short against a slice, long against its overhead. */
const CALL_MS = 2;
const [FEWEST_PACKETS, MOST_PACKETS] = [200, 200_000];

export type Post = (message: FromHost, transfer: Transferable[]) => void;

/** Owns the engine, and answers the page. No timers: it computes only when asked. */
export class Host {
  readonly #core: Core;
  readonly #post: Post;
  /** Wall time in ms; only for the length of slices, never for what happens in them. */
  readonly #wall: () => number;
  #engine: Engine | undefined;
  #run = -1;
  /** Samples the page has already. */
  #sent = 0;
  /** Packets per call, learnt from how long the calls take. */
  #packets = 2000;
  /** Changes the engine has not been told yet, in the order of the score. */
  #waiting: Change[] = [];

  constructor(core: Core, post: Post, wall: () => number) {
    this.#core = core;
    this.#post = post;
    this.#wall = wall;
  }

  /** Handles one message. Whatever is thrown in here is a defect of the simulator, and the end of this worker. */
  receive(message: ToHost): void {
    try {
      this.#handle(message);
    } catch (error) {
      // After a trap the module's memory cannot be trusted: not even to free the engine.
      this.#engine = undefined;
      const text = error instanceof Error ? error.message : String(error);
      this.#post({ kind: 'crashed', run: this.#run, message: text }, []);
    }
  }

  #handle(message: ToHost): void {
    switch (message.kind) {
      case 'load':
        return this.#load(message.run, message.scenario, message.lanes);
      case 'revise':
        return this.#revise(message.run, message.scenario, message.lanes);
      case 'advance':
        if (message.run === this.#run) this.#advance(message.toS);
        return;
      case 'change':
        if (message.run === this.#run) this.#waiting = put(this.#waiting, message.change);
        return;
      case 'report':
        if (message.run === this.#run) this.#report(message.fromS, message.toS);
        return;
      case 'check':
        return this.#check(message.request, message.scenario);
    }
  }

  #load(run: number, scenario: string, lanes: readonly number[]): void {
    this.#run = run;
    this.#engine?.free();
    this.#engine = undefined;
    this.#waiting = [];
    this.#sent = 0;
    const refused = parseProblems(this.#core.check(scenario));
    if (refused.length > 0) {
      this.#post({ kind: 'rejected', run, problems: refused }, []);
      return;
    }
    this.#engine = this.#core.open(scenario, Uint32Array.from(lanes));
    this.#ready(this.#engine);
  }

  #revise(run: number, scenario: string, lanes: readonly number[]): void {
    // After a crash there is nothing to revise.
    if (!this.#engine) return this.#load(run, scenario, lanes);
    this.#run = run;
    this.#waiting = [];
    this.#sent = 0;
    const problems = parseProblems(this.#engine.revise(scenario, Uint32Array.from(lanes)));
    if (problems.length === 0) return this.#ready(this.#engine);
    this.#post({ kind: 'rejected', run, problems }, []);
    // What was asked for along with it is not answered by the run before.
    this.#run = -1;
  }

  #ready(engine: Engine): void {
    const about = {
      lanes: engine.laneCount(),
      sampleS: engine.sampleInterval(),
      nowS: engine.now(),
      version: this.#core.version(),
    };
    this.#post({ kind: 'loaded', run: this.#run, about }, []);
  }

  #advance(toS: number): void {
    const engine = this.#engine;
    if (!engine) return;
    const begin = this.#wall();
    this.#tell(engine);
    let now = engine.now();
    for (let at = begin; now < toS && at - begin < SLICE_MS;) {
      now = engine.advance(toS, this.#packets);
      const after = this.#wall();
      this.#learn(after - at);
      at = after;
    }
    const count = engine.sampleCount();
    const columns: Float32Array[][] = [];
    for (let lane = 0; lane < engine.laneCount(); lane++)
      columns.push(COLUMNS.map((name) => engine.column(lane, name, this.#sent)));
    const slice = { nowS: now, from: this.#sent, columns, tookMs: this.#wall() - begin };
    this.#sent = count;
    this.#post(
      { kind: 'slice', run: this.#run, slice },
      columns.flat().map((c) => c.buffer),
    );
  }

  /** Hands the waiting changes to the engine. Held back until time moves, so that the last wish of a tick counts. */
  #tell(engine: Engine): void {
    for (const change of this.#waiting) {
      const problems = parseProblems(engine.apply(JSON.stringify(change)));
      if (problems.length > 0)
        this.#post({ kind: 'refused', run: this.#run, change, problems }, []);
    }
    this.#waiting = [];
  }

  #learn(tookMs: number): void {
    const factor = Math.min(2, Math.max(0.5, CALL_MS / Math.max(tookMs, 0.01)));
    const next = Math.round(this.#packets * factor);
    this.#packets = Math.min(MOST_PACKETS, Math.max(FEWEST_PACKETS, next));
  }

  #report(fromS: number, toS: number): void {
    const engine = this.#engine;
    if (!engine) return;
    const lanes: LaneAnswer[] = [];
    for (let lane = 0; lane < engine.laneCount(); lane++)
      lanes.push({
        whole: JSON.parse(engine.summary(lane)) as LaneReport,
        window: JSON.parse(engine.window(lane, fromS, toS)) as LaneReport,
        digest: engine.digest(lane),
      });
    const report = { nowS: engine.now(), fromS, toS, lanes };
    this.#post({ kind: 'report', run: this.#run, report }, []);
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

function parseProblems(json: string): Problem[] {
  return json === '' ? [] : (JSON.parse(json) as Problem[]);
}
