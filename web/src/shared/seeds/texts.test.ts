import { expect, test } from 'vitest';
import { typicalText } from './texts';

test('a typical run is a sentence with its seed, its measures and its lanes', () => {
  expect(typicalText(1, ['Mean delay', 'Mean delay'], 2)).toBe(
    'Seed 1 has a typical mean delay in all lanes',
  );
  expect(typicalText(7, ['Drop rate', 'Mark rate', 'Drop rate'], 2)).toBe(
    'Seed 7 has a typical drop rate and mark rate in all lanes',
  );
  expect(typicalText(7, ['Utilization'], 1)).toBe('Seed 7 has a typical utilization');
});
