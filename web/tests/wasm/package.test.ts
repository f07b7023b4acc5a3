import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { canonical, check, Engine, version } from '../../src/wasm/pkg/aqm_wasm.js';
import { emptyDigest } from '../../src/core/state/link-check';
import './testing';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

test('the package has the version of this checkout', () => {
  expect(read('Cargo.toml')).toContain(`version = "${version()}"`);
});

describe('runs equal the runs of the command, bit for bit', () => {
  const golden = JSON.parse(read('scenarios/golden/digests.json')) as {
    digests: Record<string, string[]>;
  };

  test.each(Object.entries(golden.digests))('%s', (name, digests) => {
    const text = read(`scenarios/${name}.json`);
    const { durationS } = JSON.parse(text) as { durationS: number };
    const engine = new Engine(text, Uint32Array.from(digests.keys()));
    while (engine.now() < durationS) engine.advance(durationS, 100_000);
    expect(digests.map((_, lane) => engine.digest(lane))).toEqual(digests);
    expect(engine.laneCount()).toBe(digests.length);
    engine.free();
  });
});

// In the page the browser converts numbers to text, in the command Rust does (crates/aqm-json/src/number.rs).
// These are the cases of Rust's test.
test.each([
  [-1500, '-1500'],
  [-0.1, '-0.1'],
  [1e-7, '0.0000001'],
  [0.99e-7, '9.9e-8'],
  [999_999_999_999_999_900, '999999999999999900'],
  [1e18, '1e18'],
  [-1.5e300, '-1.5e300'],
  [5e-324, '5e-324'],
  [Number.MAX_VALUE, '1.7976931348623157e308'],
  [3_726_794_544_607_401 / 4, '931698636151850.2'],
  [3_726_794_544_607_403 / 4, '931698636151850.8'],
])('the number %f is written %s', (durationS, text) => {
  const [problem] = JSON.parse(check(JSON.stringify({ version: 1, durationS }))) as {
    message: string;
  }[];
  // Numbers of five or more digits have a space between thousands; a test in Rust covers that.
  expect(problem.message.replaceAll('\u202f', '')).toBe(`is ${text}; expected 1 to 3600 s.`);
});

test('reading and writing a number keeps it unchanged', () => {
  for (let i = 1; i < 2000; i++) {
    const warmupS = ((i * 0.618_033_988_749_895) % 1) * 10 ** (-i % 9);
    const link = { rateMbps: 1, rttMs: 1, buffer: { ms: 1 } };
    const queues = [{ kind: 'droptail' }];
    const scenario = { version: 1, durationS: 10, warmupS, link, queues, traffic: [] };
    const written = JSON.parse(canonical(JSON.stringify(scenario))) as typeof scenario;
    expect(written.warmupS).toBe(warmupS);
  }
});

test('the digest of a lane in which nothing has happened depends on the number of hops only', () => {
  for (const hops of [0, 1, 2]) {
    const scenario = {
      version: 1,
      durationS: 9,
      link: {
        rateMbps: 5,
        rttMs: 20,
        buffer: { packets: 60 },
        hopsAfter: Array.from({ length: hops }, () => ({ rateMbps: 9, buffer: { packets: 60 } })),
      },
      queues: [{ kind: 'codel' }],
      traffic: [{ kind: 'bulk' }],
    };
    const engine = new Engine(JSON.stringify(scenario), Uint32Array.from([0]));
    expect(engine.otherHops()).toBe(hops);
    expect(engine.digest(0)).toBe(emptyDigest(hops));
    engine.free();
  }
});
