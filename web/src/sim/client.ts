import type { Change, FromHost, ToHost, Verdict } from './protocol';

/** The part of `Worker` that is used, so that tests can stand in for it. */
export interface WorkerLike {
  postMessage(message: ToHost): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromHost>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** Messages of the current run. */
export type RunMessage = Exclude<FromHost, { kind: 'checked' }>;

/** The page's end of the line to one worker: starts it, numbers runs, and drops what belongs to former ones. */
export class Client {
  readonly #spawn: () => WorkerLike;
  readonly #receive: (message: RunMessage) => void;
  #worker: WorkerLike | undefined;
  #run = 0;
  #requests = 0;
  #checks = new Map<number, (verdict: Verdict) => void>();

  constructor(spawn: () => WorkerLike, receive: (message: RunMessage) => void) {
    this.#spawn = spawn;
    this.#receive = receive;
  }

  /** Starts the worker before there is anything for it to do. */
  start(): void {
    this.#worker ??= this.#hire();
  }

  /** Starts a run over with these lanes of the scenario; everything that is still under way for the former one will be dropped. */
  load(scenario: string, lanes: readonly number[]): void {
    this.#run++;
    this.#send({ kind: 'load', run: this.#run, scenario, lanes });
  }

  /**
   * Goes on with another scenario or score, keeping what it shares with the former run; like `load` it is a run of its
   * own, so that no answer of the former one is taken for it.
   */
  revise(scenario: string, lanes: readonly number[]): void {
    this.#run++;
    this.#send({ kind: 'revise', run: this.#run, scenario, lanes });
  }

  advance(toS: number): void {
    this.#send({ kind: 'advance', run: this.#run, toS });
  }

  change(change: Change): void {
    this.#send({ kind: 'change', run: this.#run, change });
  }

  report(fromS: number, toS: number): void {
    this.#send({ kind: 'report', run: this.#run, fromS, toS });
  }

  /** Judges a scenario without touching the run. */
  check(scenario: string): Promise<Verdict> {
    const request = ++this.#requests;
    return new Promise((settle) => {
      this.#checks.set(request, settle);
      this.#send({ kind: 'check', request, scenario });
    });
  }

  /** Gives the worker up; the next message starts another one. `why`: for scenarios that it has not judged yet. */
  close(why = 'it was stopped'): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#failChecks(why);
  }

  #send(message: ToHost): void {
    this.#worker ??= this.#hire();
    this.#worker.postMessage(message);
  }

  #hire(): WorkerLike {
    const worker = this.#spawn();
    worker.onmessage = (event) => this.#hear(worker, event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      const message = event.message || 'the worker could not be started';
      this.#hear(worker, { kind: 'crashed', run: this.#run, message });
    };
    return worker;
  }

  #hear(worker: WorkerLike, message: FromHost): void {
    // A worker that was given up may still have something to say.
    if (worker !== this.#worker) return;
    if (message.kind === 'checked') {
      this.#checks.get(message.request)?.(message.verdict);
      this.#checks.delete(message.request);
      return;
    }
    if (message.kind === 'crashed') {
      this.close(message.message);
      this.#receive({ ...message, run: this.#run });
      return;
    }
    if (message.run === this.#run) this.#receive(message);
  }

  /** A scenario that brings the simulator down while it is judged is not valid either. */
  #failChecks(message: string): void {
    const failed = [...this.#checks.values()];
    this.#checks.clear();
    for (const settle of failed)
      settle({
        valid: false,
        problems: [{ path: '', message: `the simulator failed: ${message}` }],
      });
  }
}
