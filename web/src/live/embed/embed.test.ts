import { expect, test } from 'vitest';
import { type EmbedMessage, targetOf, Teller } from './messages';
import { readParameters } from './parameters';

test('panels and controls are those that the address names, in its order and once each', () => {
  const read = readParameters('?embed&panels=drops,delay,drops,cwnd&controls=bandwidth,play,play');
  expect(read).toMatchObject({
    panels: ['drops-and-marks', 'queue-delay', 'cwnd'],
    controls: ['bandwidth', 'play'],
    ignored: [],
  });
  expect(readParameters('?embed')).toEqual({
    ...{ panels: undefined, controls: ['play', 'time'], theme: undefined, origin: undefined },
    ...{ autoplay: false, ignored: [] },
  });
  expect(readParameters('?embed&controls=').controls).toEqual([]);
});

test('hostile parameters are ignored, each with a line', () => {
  const { panels, controls, theme, origin, ignored } = readParameters(
    '?embed&panels=__proto__,constructor&theme=url(x)&origin=javascript:alert(1)',
  );
  expect({ panels, controls, theme, origin }).toEqual({
    ...{ panels: undefined, controls: ['play', 'time'], theme: undefined, origin: undefined },
  });
  expect(ignored).toHaveLength(4);
  expect(ignored[0]).toBe(
    'panels=__proto__ is ignored; expected delay, drops, utilization, or another plot of docs/embed.md.',
  );
  expect(ignored[3]).toBe('1 more are ignored.');
  for (const wrong of [
    'null',
    'https://a.example/path',
    'file:///x',
    'https://a.example https://b.example',
    'data:text/html,x',
  ])
    expect(readParameters(`?embed&origin=${encodeURIComponent(wrong)}`).origin).toBeUndefined();
  const long = readParameters(`?embed&panels=${'delay,'.repeat(99)}&x=${'y'.repeat(9999)}`);
  expect(long.panels).toBeUndefined();
  expect(Math.max(...long.ignored.map(({ length }) => length))).toBeLessThan(200);
});

test('messages go to the origin of the address, else to that of the page around, else nowhere', () => {
  const known = {
    asked: undefined,
    ancestor: 'https://a.example',
    referrer: 'https://b.example/x',
  };
  expect(targetOf({ ...known, asked: '*' })).toBe('*');
  expect(targetOf(known)).toBe('https://a.example');
  expect(targetOf({ ...known, ancestor: undefined })).toBe('https://b.example');
  expect(targetOf({ ...known, ancestor: 'null', referrer: '' })).toBeUndefined();
  expect(targetOf({ asked: undefined, ancestor: undefined, referrer: 'file:///x' })).toBe(
    undefined,
  );
});

test('events are flat, in order, and not too many', () => {
  const told: EmbedMessage[] = [];
  let now = 0;
  const teller = new Teller(
    (message) => void told.push(message as EmbedMessage),
    () => now,
  );
  teller.time(0, false);
  teller.changed('x#1', 'T');
  expect(told).toEqual([]);
  teller.ready('x#1', 60);
  teller.ready('x#1', 60);
  teller.changed('x#1', 'T');
  for (now = 0; now < 1000; now += 10) teller.time(now / 1000, true);
  teller.time(1, false);
  teller.changed('x#2', 'T');
  const events = told.map(({ event }) => event);
  expect(events).toEqual(['ready', 'time', 'time', 'time', 'time', 'time', 'changed']);
  for (const message of told)
    for (const value of Object.values(message))
      expect(['string', 'number', 'boolean']).toContain(typeof value);
});
