import { expect, test } from 'vitest';
import type { Change } from '../document/scenario';
import { decodeLink } from './read-link';
import { encodeLink, type Shared } from './share';
import { dice } from './testing';

const OPENER = {
  version: 1,
  title: 'Home uplink: a bloated buffer and its cure',
  durationS: 60,
  link: { rateMbps: 10, rttMs: 40, buffer: { bdp: 10 } },
  queues: [{ kind: 'droptail' }, { kind: 'codel' }],
  traffic: [
    { kind: 'bulk', flows: 2, cc: 'cubic' },
    { kind: 'cbr', rateMbps: 0 },
  ],
};

/** The changes of a lecture: sliders moved on their grids, bursts, switches of discipline. */
function lecture(changes: number, random: () => number): Change[] {
  // A fixed list: a link of the first release holds such changes.
  const kinds = ['codel', 'pie', 'red', 'ared', 'droptail'];
  let ms = 0;
  return Array.from({ length: changes }, () => {
    ms += 1 + Math.floor(random() * 3000);
    const grid = Number((0.1 * 10 ** (random() * 4)).toPrecision(2));
    const settings: [string, unknown][] = [
      ['link.rateMbps', grid],
      ['link.rttMs', Math.max(1, grid)],
      ['traffic.0.flows', Math.floor(random() * 50)],
      ['queues.0', { kind: kinds[Math.floor(random() * kinds.length)] }],
      ['burst', { rateMbps: grid, durationS: 2 }],
    ];
    const [set, to] = settings[Math.floor(random() * settings.length)];
    return { atS: ms / 1000, set, to };
  });
}

/** Returns the link of a payload, with a right checksum. */
async function packed(payload: unknown): Promise<string> {
  const hash = (h: number, c: string): number => Math.imul(h ^ c.charCodeAt(0), 0x01000193);
  const sum = (of: unknown): number => JSON.stringify(of).split('').reduce(hash, 0x811c9dc5) >>> 0;
  const whole = Array.isArray(payload) ? [...(payload as unknown[]), sum(payload)] : payload;
  const stream = new Blob([JSON.stringify(whole)])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return `#v1.${Buffer.from(bytes).toString('base64url')}`;
}

async function roundTrip(shared: Shared): Promise<void> {
  const opened = await decodeLink(await encodeLink(shared));
  expect(opened).toEqual({ ok: true, shared });
}

test('a scenario survives the link to the last bit', async () => {
  await roundTrip({ scenario: OPENER, changes: lecture(20, dice(1)), atS: 37.4 });
});

test('a thousand random scenarios survive', async () => {
  const random = dice(2);
  const text = (): string => {
    const alphabet = ["'", 'a', 'b', '"', '\\', 'é', '→', '𝄞', ' ', 'title', 'kind', '\u0000'];
    const length = Math.floor(random() * 6);
    return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
  };
  const value = (depth: number): unknown => {
    switch (Math.floor(random() * (depth > 3 ? 4 : 6))) {
      case 0:
        return text();
      case 1:
        return random() < 0.5 ? Math.floor(random() * 1e6) : random() * 10 ** (random() * 40 - 20);
      case 2:
        return random() < 0.5;
      case 3:
        return null;
      case 4:
        return Array.from({ length: Math.floor(random() * 4) }, () => value(depth + 1));
      default:
        return object(depth);
    }
  };
  const object = (depth: number): Record<string, unknown> =>
    Object.fromEntries(
      Array.from({ length: Math.floor(random() * 5) }, (_, i) => [
        `${text()}${i}`,
        value(depth + 1),
      ]),
    );
  for (let i = 0; i < 1000; i++) {
    const changes = Array.from({ length: Math.floor(random() * 8) }, () => ({
      atS: random() < 0.7 ? Math.floor(random() * 1e6) / 1000 : random() * 1000,
      set: text(),
      to: value(0),
    })).sort((a, b) => a.atS - b.atS);
    const scenario = { version: 1, ...object(0) };
    await roundTrip({ scenario, changes, atS: Math.floor(random() * 1e6) / 1000 });
  }
});

test('links stay short: 500 characters with 20 changes, 2000 with 200', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const length = async (n: number): Promise<number> =>
      (await encodeLink({ scenario: OPENER, changes: lecture(n, dice(seed)), atS: 60 })).length;
    expect(await length(20)).toBeLessThanOrEqual(500);
    expect(await length(200)).toBeLessThan(2000);
  }
});

test('a link may contain the view of the sender', async () => {
  const shared = { scenario: OPENER, changes: [], atS: 37.4 };
  for (const span of [10, 30, 60, 'all'] as const)
    for (const [scales, scope, views] of [
      [{}, 'run', undefined],
      [{ 'queue-delay': 'linear' }, 'window', ['utilization', 'queue-delay']],
      [{ 'queue-length': 'log' }, 'window', ['queue-length']],
    ] as const)
      await roundTrip({ ...shared, display: { headS: 12.345, span, scales, scope, views } });
  const display = { headS: 0, span: 30, scales: {}, scope: 'run', views: undefined } as const;
  for (const seeds of [10, 20, 50] as const) {
    await roundTrip({ ...shared, display: { ...display, seeds } });
    await roundTrip({ ...shared, display: { ...display, seeds, layout: 'stacked', focus: 2 } });
  }
  await roundTrip(shared);
});

test('a link without other seeds is as it was before they existed', async () => {
  const display = { headS: 0, span: 30, scales: {}, scope: 'run', views: undefined } as const;
  const link = (more: object): Promise<string> =>
    encodeLink({ scenario: OPENER, changes: [], atS: 1, display: { ...display, ...more } });
  expect(await link({ seeds: 0 })).toBe(await link({}));
  expect(await link({ seeds: 0, focus: 1 })).toBe(await link({ focus: 1 }));
});

test('links of the first release open as they did', async () => {
  const link =
    '#v1.Pc5NbsIwFATgq1izHkW28wc-QaW2B2ijLOzgQIACdeJV5LsjI2D3NDN6-jqly6rmCguDj-ufF_F2ni4nI6xw56td_E64OI4-CHvZiWmZxRCDBzHANJLwMCsOMEoSE0wliWOOTjlKiRhhuhUBBtYh8Xl6pJ7Yv7sfEJ8wmvjK9f69_AXze5n6xA6ZVgS7-G93m0G4GOYFxH_00c-FRM9OslUtq1pSUdfNhg-fLjYPs07U1Fu1fUmGLCllLdum0VXZ3wE';
  expect(await decodeLink(link)).toEqual({
    ok: true,
    shared: { scenario: OPENER, changes: lecture(3, dice(7)), atS: 12.345 },
  });
});

test('short names of the first release stay the same', async () => {
  // Later names are checked in crates/aqm-link/src/short_names.rs.
  const link =
    '#v1.Fc9HTgMBFAXBu_S6F2BAI7Ej5wwmjGbxAJNtgkkGcXf0pbpAtVP-MspwMGa-JcglcoVcIwPkBrlF7pB75AF5RJ6QITJCnpEX5BV5Q8bIO_KBfCJfyDcyQX6QBWQRWUKWkRVkFVlD1pENZBPZQraRHWQX2UP2kQPkEDlCjpETpI-cImfIOXKBpEKpUaqUOqVSqVWqlXqlYqlZqpa6pXKpXaqX-qWCqWGqmDqmkqllqpl6ZkL3Z9uV6d5Mb2626TVN9w8';
  const names = `
    title seed durationS warmupS link queues traffic rateMbps rttMs buffer bdp packets bytes ms
    minPackets ackRateMbps ackBufferPackets kind variant targetMs intervalMs ecn ceThresholdMs
    updateMs alpha beta maxBurstMs byteMode rateEstimator minBytes maxPackets maxBytes maxP weight
    gentle adaptive flows cc stack sack delayedAck initialWindow receiveWindowPackets packetBytes
    jitterMs startS stopS staggerS spreadS sizes bulk cbr poisson droptail red ared codel pie cubic
    newreno linux-6 linux-3.10 rfc floyd linux linux310 rfc8289 rfc8033 paper2013 linux414 fixed
    exponential minShare maxShare avgPacketBytes wait burst
  `;
  const opened = await decodeLink(link);
  expect(opened.ok && opened.shared.scenario['names']).toEqual(names.trim().split(/\s+/));
});

test('no truncation and no wrong character of a link throws an exception', async () => {
  const link = await encodeLink({ scenario: OPENER, changes: lecture(5, dice(3)), atS: 1 });
  for (let end = 0; end < link.length; end++) {
    const opened = await decodeLink(link.slice(0, end));
    expect(opened.ok, `cut at ${end}`).toBe(false);
  }
  const random = dice(4);
  for (let i = 0; i < 500; i++) {
    const at = 4 + Math.floor(random() * (link.length - 4));
    const garbled = link.slice(0, at) + '!_Z*%é'[Math.floor(random() * 6)] + link.slice(at + 1);
    const opened = await decodeLink(garbled);
    if (garbled !== link) expect(opened.ok, garbled).toBe(false);
  }
});

test('payloads of the wrong shape are refused', async () => {
  const check = async (payload: unknown): Promise<void> => {
    expect((await decodeLink(await packed(payload))).ok, JSON.stringify(payload)).toBe(false);
  };
  await check(null);
  await check({});
  await check([0, {}, []]);
  await check([-1, {}, [], []]);
  await check([0, [], [], []]);
  await check([0, {}, [1], []]);
  await check([0, {}, ['a'], [0, 1]]);
  await check([0, {}, ['a'], [1, 1, 1]]);
  await check([0, {}, ['a'], [0, -1, 1]]);
  await check([0, {}, ['a'], [0, [null], 1]]);
  await check([0, {}, ['a'], [0, 'soon', 1]]);
  expect((await decodeLink(await packed([0, {}, ['a'], [0, 1, 1]]))).ok).toBe(true);
});

test('a zip bomb is stopped while it unpacks', async () => {
  const zeros = new Blob([new Uint8Array(40 * 1024 * 1024)]);
  const stream = zeros.stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bomb = new Uint8Array(await new Response(stream).arrayBuffer());
  const opened = await decodeLink(`#v1.${Buffer.from(bomb).toString('base64url')}`);
  expect(opened).toEqual({
    ok: false,
    message: expect.stringContaining('unpacks to more') as string,
  });
});

test('newer, older and foreign hashes are distinguished', async () => {
  const check = async (hash: string, message: RegExp): Promise<void> => {
    const opened = await decodeLink(hash);
    expect(opened.ok ? '' : opened.message).toMatch(message);
  };
  await check('#v2.abc', /newer version/);
  await check('#v99999999999.abc', /newer version/);
  const endless = await decodeLink(`#v${'9'.repeat(100_000)}.abc`);
  expect(endless.ok ? '' : endless.message).toMatch(/^.{50,200}$/);
  await check('#v0.abc', /damaged/);
  await check('#lesson', /not a link/);
  await check('', /not a link/);
  await check(`#v1.${'A'.repeat(70_000)}`, /more than 65536 characters/);
});

test('characters after a link in a text do not damage it', async () => {
  const hash = await encodeLink({ scenario: OPENER, changes: [], atS: 3 });
  const clean = await decodeLink(hash);
  expect(clean.ok).toBe(true);
  for (const junk of ['>', '.', ',', ')', '&utm=1', '%20', ').', ' and'])
    expect(await decodeLink(hash + junk), junk).toEqual(clean);
});

test('changes of one lane and muted changes survive a link', async () => {
  const changes: Change[] = [
    { atS: 1, set: 'link.rateMbps', to: 5 },
    { atS: 2, set: 'link.rateMbps', to: 6, lane: 1 },
    { atS: 2, set: 'link.rateMbps', to: 7, muted: true },
    { atS: 3, set: 'burst', to: { rateMbps: 5, durationS: 2 }, lane: 0, muted: true },
    { atS: 3, set: 'queues.1.targetMs', to: 9, muted: true },
  ];
  const decoded = await decodeLink(await encodeLink({ scenario: OPENER, changes, atS: 4 }));
  expect(decoded.ok && decoded.shared.changes).toEqual(changes);
});

test('a link holds the open queue view, and older links leave it closed', async () => {
  const display = { headS: 2, span: 30, scope: 'window', scales: {}, views: undefined } as const;
  const shared = { scenario: OPENER, changes: [], atS: 3 };
  const opened = async (queue: boolean): Promise<boolean | undefined> => {
    const link = await decodeLink(await encodeLink({ ...shared, display: { ...display, queue } }));
    return link.ok ? link.shared.display?.queue : undefined;
  };
  expect(await opened(true)).toBe(true);
  expect(await opened(false)).toBeUndefined();
  // Without it, a link is as before.
  const closed = await encodeLink({ ...shared, display: { ...display, queue: false } });
  expect(closed).toBe(await encodeLink({ ...shared, display }));
});

const DISPLAY = { headS: 2, span: 30, scope: 'window', scales: {}, views: undefined } as const;
const SHARED = { scenario: OPENER, changes: [], atS: 3 } satisfies Shared;

test('a link holds what is open in the inspector, and the mode of the controls', async () => {
  for (const inspected of [
    { lane: 1 },
    { lane: 0, isSender: true },
    { lane: 2, isSender: true, flow: 7 },
    { lane: 1, event: { atS: 1.234567891, flow: 3, packet: 5221 } },
  ])
    for (const more of [{}, { whole: true }, { queue: true, whole: true }])
      await roundTrip({ ...SHARED, display: { ...DISPLAY, inspected, ...more } });
  await roundTrip({ ...SHARED, display: { ...DISPLAY, whole: true } });
  // Without them, a link is as before.
  const link = (more: object): Promise<string> =>
    encodeLink({ ...SHARED, display: { ...DISPLAY, ...more } });
  expect(await link({ whole: false, inspected: undefined })).toBe(await link({}));
});

test('a link holds the lanes of the open queue view', async () => {
  const link = (more: object): Promise<string> =>
    encodeLink({ ...SHARED, display: { ...DISPLAY, ...more } });
  await roundTrip({ ...SHARED, display: { ...DISPLAY, queue: true, queueLanes: [4, 1] } });
  // Without a choice, and with the view closed, a link is as before.
  expect(await link({ queue: true, queueLanes: undefined })).toBe(await link({ queue: true }));
  expect(await link({ queueLanes: [1] })).toBe(await link({}));
  for (const lanes of [[], [0.5], ['1'], [1, 1], 1, [-1]]) {
    const view = [2000, 30, 0, 0, [], 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, lanes];
    const opened = await decodeLink(await packed([3000, {}, [], [], view]));
    expect(opened.ok && opened.shared.display).toMatchObject({ headS: 2, queue: true });
    expect(opened.ok && opened.shared.display?.queueLanes).toBeUndefined();
  }
});

test.each([
  ['no list', 1],
  ['a text as the lane', ['0', 0]],
  ['a negative lane', [-1, 0]],
  ['half a lane', [0.5, 0]],
  ['an unknown part', [0, 3]],
  ['a drop without a packet', [0, 2, 1]],
  ['a time that is no number', [0, 2, 1, 1, null]],
  ['too many numbers', [0, 2, 1, 1, 1, 1]],
  ['a number too large', [0, 2, 1, 1, 1e300]],
  ['nothing', []],
])('a link with %s for the inspector opens without it', async (_, inspected) => {
  const view = [2000, 30, 0, 0, [], 0, 0, 0, 0, 0, 0, 0, 1, inspected, 'yes'];
  const link = await packed([3000, {}, [], [], view]);
  const opened = await decodeLink(link);
  expect(opened.ok && opened.shared.display).toMatchObject({ headS: 2, queue: true });
  expect(opened.ok && opened.shared.display?.inspected).toBeUndefined();
  expect(opened.ok && opened.shared.display?.whole).toBeUndefined();
});
