import { expect, test } from 'vitest';
import type { Problem } from '../../src/core/sim/protocol';
import { decodeLink } from '../../src/core/state/read-link';
import { core } from './testing';

/** Sixteen thousand flows with initial windows of 1000 segments, in six lanes, for an hour: 3.5 GB. */
const LINK =
  '#v1.7Y09DsIwDIXv8s0e0lIi5CuwIBgQijJAafkREhKMUe6O0jaEO1DLw-dnv2e3sCaVBFo0DUKHBq5oNSy4jSTck_6YdGNiFHrUBV4oxxNRJuwK9gXbguffW-Gd4En0wuUbeEBY59ebDNsBhD1qhN0o57DZMlv-z-KjOJ-6bmy9tE1lV_4D';

test('a link that needs too much memory is a problem that names the cure', async () => {
  const decoded = await decodeLink(LINK);
  if (!decoded.ok) throw new Error(decoded.message);
  const { scenario, changes } = decoded.shared;
  const problems = JSON.parse(
    core.check(JSON.stringify({ version: 1, ...scenario, changes })),
  ) as Problem[];
  expect(problems).toHaveLength(1);
  expect(problems[0].path).toBe('link');
  expect(problems[0].message).toMatch(/needs? up to .* MB of memory in 6 lanes, .* Lower /s);
});
