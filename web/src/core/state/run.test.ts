import { expect, test } from 'vitest';
import { COLUMNS, type FromHost } from '../sim/protocol';
import { path } from '../document/scenario';
import { Silent } from '../sim/testing/silent';
import { PLAIN } from './testing';
import { Workspace } from './workspace.svelte';

test('a change comes after the former one, even if the simulator is not there yet', async () => {
  const worker = new Silent();
  let frame = (): void => undefined;
  let now = 0;
  const workspace = new Workspace({
    spawn: () => worker,
    workers: 1,
    clock: {
      now: () => now,
      frame: (callback) => ((frame = callback), () => undefined),
      later: () => () => undefined,
    },
    address: { read: () => '', write: () => undefined },
    tab: { read: () => undefined, write: () => undefined },
    firstScenario: PLAIN,
    views: ['queue-delay', 'drops-and-marks', 'utilization'],
  });
  await workspace.opener.start();
  const run = worker.told.findLast((message) => message.kind === 'load')!.run;
  const say = (message: FromHost): void =>
    worker.onmessage!({ data: message } as MessageEvent<FromHost>);
  const slice = (from: number, nowS: number): void => {
    const samples = Math.round(nowS * 100) - from;
    const lane = COLUMNS.map(() => new Float32Array(samples));
    const columns = PLAIN.queues.map(() => lane);
    say({ kind: 'slice', run, slice: { nowS, furthestS: nowS, from, columns, tookMs: 8 } });
  };
  say({ kind: 'loaded', run, about: { lanes: 2, sampleS: 0.01, nowS: 0, version: '' } });
  slice(0, 0.01);
  now = 17;
  frame();
  expect(worker.told.at(-1)).toMatchObject({ kind: 'advance', toS: 0.027 });

  workspace.controls.set(path.rate, 5);
  workspace.run.pause();
  slice(1, 0.02);
  // The run pauses at the time of the change, not before it.
  expect(worker.told.at(-1)).toMatchObject({ kind: 'advance', toS: 0.028 });
  workspace.controls.set(path.rtt, 30);
  expect(workspace.doc.changes.map((change) => [change.set, change.atS])).toEqual([
    [path.rate, 0.028],
    [path.rtt, 0.029],
  ]);
});

test('a simulator that cannot be loaded is tried once more, then the page says why and offers to try again', async () => {
  const workers: Silent[] = [];
  const workspace = new Workspace({
    spawn: () => workers[workers.push(new Silent()) - 1],
    workers: 1,
    clock: { now: () => 0, frame: () => () => undefined, later: () => () => undefined },
    address: { read: () => '', write: () => undefined },
    tab: { read: () => undefined, write: () => undefined },
    firstScenario: PLAIN,
    views: ['queue-delay', 'drops-and-marks', 'utilization'],
  });
  await workspace.opener.start();
  const { run, notices } = workspace;
  const fail = (): void => {
    const data: FromHost = {
      kind: 'crashed',
      run: 0,
      message: 'Failed to fetch',
      isUnloaded: true,
    };
    workers.at(-1)!.onmessage!({ data } as MessageEvent<FromHost>);
  };
  fail();
  expect([run.phase, notices.list]).toEqual(['busy', []]);
  fail();
  expect([run.phase, run.isUnloaded]).toEqual(['failed', true]);
  const [notice] = notices.list;
  expect(notice.text).toMatch(/^The simulator could not be loaded: .* Connect to the network/);
  expect(notice.details[0].message).toBe('Failed to fetch');
  notice.action?.act();
  expect([run.phase, run.wantsToPlay]).toEqual(['busy', true]);
  expect(workers.at(-1)!.told.at(-1)).toMatchObject({ kind: 'compute' });
});
