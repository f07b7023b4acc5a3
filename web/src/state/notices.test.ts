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
