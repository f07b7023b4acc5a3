import { expect, test } from 'vitest';
import { Notices } from './notices.svelte';

test('parts of a file that a notice repeats are cut, and only a few are shown', () => {
  const notices = new Notices(() => undefined);
  const long = { path: 'x'.repeat(100_000), message: `is ${'9'.repeat(100_000)}` };
  notices.problem(
    'This link does not hold a valid scenario.',
    Array.from({ length: 1000 }, () => long),
  );
  const [{ details, more }] = notices.list;
  expect(details.length + more).toBe(1000);
  expect(JSON.stringify(details).length).toBeLessThan(6000);
  expect(details[0].message).toMatch(/^is 9+…$/);
});

test('a notice stays in the section that it is about, and waits there', () => {
  const notices = new Notices(() => undefined);
  let section = 'live';
  notices.where = () => section;
  notices.warn('The simulator failed.');
  section = 'library';
  notices.problem('The file cannot be opened.');
  notices.offer('A newer version is here.', { label: 'Reload', act: () => undefined });
  const texts = (of: string): string[] => notices.of(of).map(({ text }) => text);
  expect(texts('library')).toEqual(['The file cannot be opened.', 'A newer version is here.']);
  expect(texts('papers')).toEqual(['A newer version is here.']);
  expect(texts('live')).toEqual(['The simulator failed.', 'A newer version is here.']);
});

test('a notice about work stays on the whole page until the work ends', async () => {
  const notices = new Notices(() => undefined);
  notices.where = () => 'live';
  let end = (): void => undefined;
  notices.wait('A part is still being built.', new Promise((settle) => (end = settle)));
  expect(notices.of('papers')).toHaveLength(1);
  end();
  await Promise.resolve();
  expect(notices.list).toEqual([]);
});
