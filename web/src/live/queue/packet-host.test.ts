import { expect, test } from 'vitest';
import { PacketHost } from './packet-host';
import type { FromPacketWorker, PacketRun, ToPacketWorker } from './packet-jobs';
import { Recorder, type PacketWorkerLike } from './recorder';
import { answer } from './testing/record';

/** A run that needs `calls` calls to reach a span, and answers with one packet. */
class FakeRun implements PacketRun {
  static made = 0;
  static revised: string[] = [];
  #left = 3;
  readonly scenario: string;

  constructor(scenario: string) {
    this.scenario = scenario;
    if (scenario === 'bad') throw new Error('is no scenario');
    FakeRun.made++;
  }
  revise(scenario: string): void {
    FakeRun.revised.push(scenario);
  }
  prepare(): boolean {
    return --this.#left <= 0;
  }
  now(): number {
    return 0.5;
  }
  record(fromS: number): ReturnType<PacketRun['record']> {
    const { columns, windows, groups } = answer([
      { arrived: 1000 * fromS + 1, left: 1000 * fromS + 2 },
    ]);
    return {
      run: () => true,
      columns: () => columns,
      classes: () => '',
      texts: () => '',
      windows: () => windows,
      groups: () => groups,
      skipped: () => 0,
      free: () => undefined,
    };
  }
  sender(flow: number): string {
    return JSON.stringify({ flow, timesS: [], series: [] });
  }
  groups(): Int32Array {
    return Int32Array.of(0, -1);
  }
  free(): void {
    // Nothing to free.
  }
}

/** A recorder whose worker is a host in the same thread; `go` lets it work. */
function started(): { recorder: Recorder; go: () => Promise<void>; failures: string[] } {
  const later: (() => void)[] = [];
  const failures: string[] = [];
  const spawn = (): PacketWorkerLike => {
    const worker: PacketWorkerLike = {
      onmessage: null,
      onerror: null,
      terminate: () => later.splice(0),
      postMessage: (message: ToPacketWorker) => later.push(() => host.receive(message)),
    };
    const post = (data: FromPacketWorker): void =>
      worker.onmessage?.({ data } as MessageEvent<FromPacketWorker>);
    let wall = 0;
    const core = {
      PacketRun: FakeRun as unknown as new (scenario: string, lane: number) => PacketRun,
    };
    const host = new PacketHost(
      core,
      post,
      () => (wall += 6),
      (callback) => later.push(callback),
    );
    return worker;
  };
  const recorder = new Recorder(
    spawn,
    () => undefined,
    (message) => failures.push(message),
  );
  const go = async (): Promise<void> => {
    while (later.length > 0) {
      later.shift()?.();
      await Promise.resolve();
    }
  };
  return { recorder, go, failures };
}

test('a request is answered with the packets of its span', async () => {
  const { recorder, go } = started();
  expect(recorder.open('a')).toBe(true);
  expect(recorder.open('a')).toBe(false);
  const found = recorder.record(0, 3, 4);
  await go();
  expect((await found)?.packets.arrived[0]).toBeCloseTo(3.001);
});

test('a newer request for the same lane replaces the former one, not those of other lanes', async () => {
  const { recorder, go } = started();
  recorder.open('a');
  const [former, other, later] = [
    recorder.record(0, 1, 2),
    recorder.record(1, 1, 2),
    recorder.record(0, 5, 6),
  ];
  await go();
  expect(await former).toBeUndefined();
  expect((await other)?.packets.arrived[0]).toBeCloseTo(1.001);
  expect((await later)?.packets.arrived[0]).toBeCloseTo(5.001);
});

test('another scenario ends open requests, and revises the runs', async () => {
  const { recorder, go } = started();
  recorder.open('a');
  const first = recorder.record(0, 1, 2);
  await go();
  expect(await first).toBeDefined();
  const second = recorder.record(0, 2, 3);
  recorder.open('b');
  const third = recorder.record(0, 2, 3);
  await go();
  expect(await second).toBeUndefined();
  expect(await third).toBeDefined();
  expect(FakeRun.revised.at(-1)).toBe('b');
});

test('a sender is answered with its state and the groups of all flows', async () => {
  const { recorder, go } = started();
  recorder.open('a');
  const found = recorder.sender(0, 7, [0, 1], 10);
  await go();
  expect(await found).toMatchObject({ answer: { flow: 7 }, groups: [0, -1] });
});

test('a scenario that the simulator refuses is a failure, and open requests end', async () => {
  const { recorder, go, failures } = started();
  recorder.open('bad');
  const found = recorder.record(0, 0, 1);
  await go();
  expect(await found).toBeUndefined();
  expect(failures).toEqual(['is no scenario']);
});
