import { expect, test } from 'vitest';
import { heightOf, isPicture, lineOf, pictureOf } from './picture';

test('heights are logarithmic from 1 ms to 1 s, as in the pictures of presets', () => {
  // The cases of crates/aqm-report/src/picture.rs.
  expect(pictureOf(Float32Array.of(0, 1, 10, 100, 1e3, 5e3))).toBe('00Keyy');
  expect(pictureOf(Float32Array.of(5))).toBe('E');
  expect(heightOf(5)).toBe(14);
});

test('parts without packets are empty and do not lower the mean', () => {
  expect(pictureOf(new Float32Array(3).fill(NaN))).toBe('   ');
  expect(pictureOf(Float32Array.from({ length: 192 }, (_, i) => (i % 2 ? NaN : 10)))).toBe(
    'K'.repeat(96),
  );
});

test('every bin is in one part', () => {
  for (const length of [1, 95, 96, 97, 1000]) {
    const picture = pictureOf(
      Float32Array.from({ length }, (_, i) => (i + 1 === length ? 1e3 : 1)),
    );
    expect(picture).toHaveLength(Math.min(length, 96));
    expect(picture.at(-1), String(length)).not.toBe('0');
  }
  expect(pictureOf(new Float32Array(0))).toBe('');
});

test('a line begins again after a part without packets', () => {
  expect(lineOf('0y')).toBe('M0 60L96 0');
  expect(lineOf('0 y')).toBe('M0 60M96 0');
  expect(lineOf('')).toBe('');
});

test('only short texts of heights are a picture', () => {
  expect(isPicture(['0Ky ', ''], 2)).toBe(true);
  for (const wrong of [['z'], ['0'.repeat(97)], [1], ['0', '0', '0'], 'K', null, ['"><script>']])
    expect(isPicture(wrong, 2), JSON.stringify(wrong)).toBe(false);
});
