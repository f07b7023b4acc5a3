import { expect, test } from 'vitest';
import { fileWords } from './file-name';

test('names of files are words of the title', () => {
  expect(fileWords('RTT, by "bandwidth" / β', 'plan')).toBe('rtt-by-bandwidth-β');
  expect(fileWords('../..\\a\u0000b\u202ec\u2028d;$(touch x)', 'x')).toBe('a-b-c-d-touch-x');
  expect(fileWords('…', 'plan')).toBe('plan');
});

test('long titles are cut between characters', () => {
  const long = fileWords('𠀀'.repeat(120), 'x');
  expect(long).toBe('𠀀'.repeat(50));
  expect(new TextEncoder().encode(`${long}-full-rate.parquet`).length).toBeLessThan(255);
  expect(fileWords(`${'a'.repeat(49)} b`, 'x')).toBe('a'.repeat(49));
});
