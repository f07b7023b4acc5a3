import type { FoundSender, FromPacketWorker, ToPacketWorker, Wanted } from './packet-jobs';
import { readRecording, type Recording } from './recording';

/** The part of `Worker` that is used; tests replace it. */
export interface PacketWorkerLike {
  postMessage(message: ToPacketWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromPacketWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** A request that has no answer yet. */
interface Open {
  readonly lane: number;
  readonly toS: number;
  readonly settle: (found: FromPacketWorker | undefined) => void;
}

/** Requests records of the packets of lanes from a worker. */
export class Recorder {
  readonly #spawn: () => PacketWorkerLike;
  readonly #reached: (share: number) => void;
  readonly #failed: (message: string) => void;
  #worker: PacketWorkerLike | undefined;
  #scenario: string | undefined;
  #run = 0;
  #requests = 0;
  readonly #open = new Map<number, Open>();

  /** `reached` is called with the share of the run that has been computed on the way to a span. */
  constructor(
    spawn: () => PacketWorkerLike,
    reached: (share: number) => void,
    failed: (message: string) => void,
  ) {
    this.#spawn = spawn;
    this.#reached = reached;
    this.#failed = failed;
  }

  /** Sets the scenario with its changes. Requests of another one are answered with `undefined`. Returns whether it is another one. */
  open(scenario: string): boolean {
    if (scenario === this.#scenario) return false;
    this.#scenario = scenario;
    this.#end();
    this.#run++;
    this.#send({ kind: 'open', run: this.#run, scenario });
    return true;
  }

  /**
   * Returns the packets that are on the path of a lane in a span. A request for the same lane that has no answer is answered with
   * `undefined`.
   */
  async record(lane: number, fromS: number, toS: number): Promise<Recording | undefined> {
    const found = await this.#ask({ lane, fromS, toS });
    return found?.kind === 'recorded' ? readRecording(found.found) : undefined;
  }

  /** Returns the state of a sender at `count` times of a span, under the same rule. */
  async sender(
    lane: number,
    flow: number,
    [fromS, toS]: readonly [number, number],
    count: number,
  ): Promise<FoundSender | undefined> {
    const found = await this.#ask({ lane, fromS, toS, sender: { flow, count } });
    return found?.kind === 'sender' ? found.found : undefined;
  }

  #ask(
    wanted: Pick<Wanted, 'lane' | 'fromS' | 'toS' | 'sender'>,
  ): Promise<FromPacketWorker | undefined> {
    const { lane, toS } = wanted;
    for (const [request, open] of this.#open)
      if (open.lane === lane) {
        this.#open.delete(request);
        open.settle(undefined);
      }
    const request = ++this.#requests;
    return new Promise((settle) => {
      this.#open.set(request, { lane, toS, settle });
      this.#send({ kind: 'record', run: this.#run, request, ...wanted });
    });
  }

  close(): void {
    this.#end();
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#scenario = undefined;
  }

  #end(): void {
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const { settle } of open) settle(undefined);
  }

  #send(message: ToPacketWorker): void {
    this.#worker ??= this.#recruit();
    this.#worker.postMessage(message);
  }

  #recruit(): PacketWorkerLike {
    const worker = this.#spawn();
    worker.onmessage = ({ data }) => this.#handle(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.close();
      this.#failed(event.message || 'The worker could not be started.');
    };
    return worker;
  }

  #handle(message: FromPacketWorker): void {
    if (message.run !== this.#run) return;
    if (message.kind === 'failed') {
      this.#end();
      return this.#failed(message.message);
    }
    const open = this.#open.get(message.request);
    if (!open) return;
    if (message.kind === 'reached') return this.#reached(Math.min(1, message.atS / open.toS));
    this.#open.delete(message.request);
    open.settle(message);
  }
}

export const spawnPacketWorker = (): PacketWorkerLike =>
  new Worker(new URL('./packet-worker.ts', import.meta.url), { type: 'module' });
