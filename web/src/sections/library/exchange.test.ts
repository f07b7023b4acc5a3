import { expect, test } from 'vitest';
import type { Problem } from '../../core/sim/protocol';
import { asFile, fileOf, type Imported, read } from './exchange';
import { draftOf, newId } from './testing';
import { nameOf, type Work } from './work';

const NOW = Date.UTC(2026, 10, 24, 12);
const works: readonly Work[] = ['One', 'Two'].map((title, i) => ({
  ...draftOf(title),
  id: `w${i}`,
  changedMs: NOW - 1000 * i,
  revision: 5,
}));

/** Reads a file; scenarios with the title "bad" are refused. */
const opened = (file: unknown, present: readonly Work[] = []): Promise<Imported> =>
  read(asFile(JSON.stringify(file)) ?? {}, {
    check: (text): Promise<readonly Problem[]> =>
      Promise.resolve(text.includes('"bad"') ? [{ path: 'title', message: 'is bad.' }] : []),
    newId,
    nowMs: NOW,
    present,
  });

test('exported works come back with new names', async () => {
  const { works: found, problems, known } = await opened(JSON.parse(fileOf(works, NOW)));
  expect(problems).toEqual([]);
  expect(known).toBe(0);
  expect(found.map(nameOf)).toEqual(['One', 'Two']);
  expect(found.map(({ changedMs }) => changedMs)).toEqual(works.map((work) => work.changedMs));
  expect(found.map(({ picture }) => picture)).toEqual(works.map((work) => work.picture));
  expect(found.map(({ scenario }) => scenario)).toEqual(works.map((work) => work.scenario));
  expect(found.every(({ id, revision }) => !works.some((w) => w.id === id) && revision === 1)).toBe(
    true,
  );
});

test('works that are here already are not added again', async () => {
  const { works: found, known } = await opened(JSON.parse(fileOf(works, NOW)), [works[0]]);
  expect(found.map(nameOf)).toEqual(['Two']);
  expect(known).toBe(1);
});

test('a scenario is not taken for a file of scenarios', () => {
  expect(asFile(works[0].scenario)).toBeUndefined();
  expect(asFile('[1')).toBeUndefined();
  expect(asFile('null')).toBeUndefined();
});

test('a damaged file adds nothing and names the place', async () => {
  const good = JSON.parse(fileOf(works, NOW)) as Record<string, unknown>;
  const cases: readonly (readonly [file: unknown, path: string, message: RegExp])[] = [
    [{ ...good, aqmPlayground: 'stories' }, 'aqmPlayground', /is not "scenarios"/],
    [{ ...good, version: 2 }, 'version', /Reload the page/],
    [{ ...good, scenarios: {} }, 'scenarios', /is not a list/],
    [{ ...good, scenarios: Array(2001).fill(null) }, 'scenarios', /at most 2000/],
  ];
  for (const [file, path, message] of cases) {
    const { works: found, problems } = await opened(file);
    expect(found).toEqual([]);
    expect(problems).toHaveLength(1);
    expect(problems[0].path).toBe(path);
    expect(problems[0].message).toMatch(message);
  }
});

test('hostile entries are left out, each with a reason, and the others are added', async () => {
  const entry = (changes: object): object => ({
    changed: new Date(NOW).toISOString(),
    seen: '',
    picture: ['0'],
    scenario: JSON.parse(draftOf('fine').scenario) as unknown,
    ...changes,
  });
  const { works: found, problems } = await opened({
    aqmPlayground: 'scenarios',
    version: 1,
    scenarios: [
      null,
      entry({ scenario: undefined }),
      entry({ scenario: JSON.parse(draftOf('bad').scenario) as unknown }),
      entry({ scenario: { padding: 'x'.repeat(300 * 1024) } }),
      entry({ picture: ['<img>'], seen: '#v1.damaged', changed: 'never' }),
    ],
  });
  expect(problems).toEqual([
    { path: 'scenarios[0]', message: 'is not an object.' },
    { path: 'scenarios[1].scenario', message: 'is missing.' },
    { path: 'scenarios[2].scenario.title', message: 'is bad.' },
    { path: 'scenarios[3].scenario', message: 'is larger than 256 KiB.' },
  ]);
  // How a scenario was shown does not matter for the run.
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ picture: [], seen: '', changedMs: NOW });
});

test('a time in the future becomes the present', async () => {
  const { works: found } = await opened({
    aqmPlayground: 'scenarios',
    version: 1,
    scenarios: [
      { changed: '2999-01-01T00:00:00Z', scenario: JSON.parse(draftOf('a').scenario) as unknown },
    ],
  });
  expect(found[0].changedMs).toBe(NOW);
});
