import { expect, test } from 'vitest';
import { ALL, filtered } from './filter';
import { isPicture } from './picture';
import { progress, STORIES } from './stories';

const found = (query: string): string[] =>
  filtered(STORIES, { ...ALL, query }).map(({ name }) => name);

test('every story has a point, a picture of its lanes, and an effect', () => {
  expect(STORIES.length).toBeGreaterThanOrEqual(12);
  for (const { point, audience, picture, lanes, kinds, effects, steps } of STORIES) {
    expect(isPicture(picture, lanes.length) && picture.length > 0).toBe(true);
    expect(picture).toHaveLength(lanes.length);
    expect(kinds).toEqual(expect.arrayContaining([...lanes]));
    expect([point, audience].every(Boolean) && effects.length > 0 && steps > 0).toBe(true);
  }
});

test('stories are found by their titles, audiences, sources, disciplines and effects', () => {
  expect(found('four knobs')[0]).toBe('red');
  expect(found('transport protocols')).toEqual(expect.arrayContaining(['ecn', 'bbr']));
  expect(found('RFC 8290')).toContain('fq');
  expect(found('dualpi2')[0]).toBe('l4s');
  expect(filtered(STORIES, { ...ALL, effect: 'hops' }).map(({ name }) => name)).toEqual([
    'two-hops',
  ]);
  expect(found('no such word')).toEqual([]);
});

test('a card says how far the reader is', () => {
  const [story] = STORIES;
  expect(progress(story, 0, false)).toBe(`${story.steps} steps`);
  expect(progress(story, 2, false)).toBe(`2 of ${story.steps} steps done`);
  expect(progress(story, 0, true)).toBe('finished');
});
