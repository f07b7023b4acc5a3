import { expect, test } from 'vitest';
import { isPicture, lineOf } from './picture';
import { PRESETS } from './presets';
import { effectsOf } from './effects';

test('every preset has its picture, with one line for each lane', () => {
  expect(PRESETS.length).toBeGreaterThan(30);
  for (const { id, picture, preset } of PRESETS) {
    const lanes = preset.scenario.queues.length;
    expect(picture, id).toHaveLength(lanes);
    expect(isPicture(picture, lanes), id).toBe(true);
    for (const lane of picture) {
      expect(lane, id).toHaveLength(96);
      // Some packets are sent.
      expect(lineOf(lane), id).not.toBe('');
    }
  }
});

test('pictures of different lanes differ', () => {
  const { picture } = PRESETS.find(({ id }) => id === 'bufferbloat')!;
  expect(picture[0]).not.toBe(picture[1]);
  expect(new Set(PRESETS.flatMap((entry) => entry.picture)).size).toBeGreaterThan(PRESETS.length);
});

test('every preset has its point in one sentence, and an effect or a paper', () => {
  for (const { id, point, effects } of PRESETS) {
    expect(point, id).toMatch(/^[A-Z0-9][^.?!]*(\d\.\d[^.?!]*)*[.?]$/);
    expect(point.length, id).toBeLessThan(125);
    expect(effects.length, id).toBeGreaterThan(0);
  }
});

test('effects follow from the scenario where they can', () => {
  const effects = (id: string): readonly string[] =>
    effectsOf(PRESETS.find((entry) => entry.id === id)!.preset.scenario);
  expect(effects('parking-lot')).toContain('hops');
  expect(effects('upload-beside-download')).toContain('both-ways');
  expect(effects('upload-beside-download')).not.toContain('hops');
  expect(effects('cellular-link')).toContain('varying');
  expect(effects('pan-varying-capacity')).toContain('varying');
  expect(effects('l4s-beside-cubic')).toContain('ecn');
  expect(effects('call-quality')).toContain('applications');
  expect(effects('pan-burst-tolerance')).toEqual(expect.arrayContaining(['bursts', 'paper']));
  expect(effects('bufferbloat')).toEqual([]);
});

test('the source of a preset from a paper is named', () => {
  const source = (id: string): string | undefined => PRESETS.find((one) => one.id === id)?.source;
  expect(source('schwardmann-cbr-burst')).toBe('Schwardmann 2014, Table 2');
  expect(source('bufferbloat')).toBeUndefined();
});
