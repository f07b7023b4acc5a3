import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pictureOf } from '../../src/sections/library/picture';
import { core } from './testing';

const read = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const parsed = <T>(path: string): T => JSON.parse(read(path)) as T;

const pictures = parsed<Record<string, string[]>>(
  'web/src/sections/library/pictures.generated.json',
);
const { digests } = parsed<{ digests: Record<string, string[]> }>('scenarios/golden/digests.json');

test('every scenario of the page has a picture', () => {
  const names = Object.keys(digests).map((name) => name.replace(/^challenges\//, ''));
  const ofPage = names.filter((name) => !name.includes('/'));
  expect(Object.keys(pictures).sort()).toEqual(ofPage.sort());
});

// The picture of what the user builds is drawn by the page, those of presets by the command.
test.each(['bufferbloat', 'cellular-link', 'lossy-radio', 'pan-burst-tolerance', 'parking-lot'])(
  'the page draws the picture of %s from the run with the digests',
  (name) => {
    const text = read(`scenarios/${name}.json`);
    const { durationS } = JSON.parse(text) as { durationS: number };
    const drawn = digests[name].map((digest, lane) => {
      const engine = core.open(text, Uint32Array.of(lane));
      while (engine.now() < durationS) engine.advance(durationS, 100_000);
      expect(engine.digest(0)).toBe(digest);
      const delays = engine.columns('delayMean', 0).slice(0, engine.sampleCount());
      engine.free();
      return pictureOf(delays);
    });
    expect(drawn).toEqual(pictures[name]);
  },
);
