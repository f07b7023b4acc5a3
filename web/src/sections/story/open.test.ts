import { expect, test } from 'vitest';
import { encodeLink } from '../../core/state/share';
import { scenarioAt } from './files';
import { open, type Reader } from './open';

test('scenarios that cannot be fetched are left to the reader, which names their lines', async () => {
  let given = '';
  const reader: Reader = {
    storyFiles: () => '["../scenarios/a.json","b.json"]',
    openStory: (_, files) => {
      given = files;
      throw new Error('[{"path":"line 9","message":"names a file."}]');
    },
  };
  const find = (address: string): Promise<string | undefined> =>
    address === 'b.json' ? Promise.reject(new Error('no network')) : Promise.resolve('{}');
  const opened = await open(reader, { text: '---' }, find);
  expect(JSON.parse(given)).toEqual({ '../scenarios/a.json': '{}' });
  expect(opened).toEqual({ ok: false, problems: [{ path: 'line 9', message: 'names a file.' }] });
});

test('a scenario of the page, and the run of a link, are found by their addresses', async () => {
  const preset = await scenarioAt('../scenarios/bufferbloat.json');
  expect(JSON.parse(preset ?? '')).toMatchObject({ link: { rateMbps: 10 } });
  const challenge = await scenarioAt('../scenarios/challenges/red-on-three-links.json');
  expect(JSON.parse(challenge ?? '')).toMatchObject({ title: 'Challenge: RED on three links' });
  const scenario = { version: 1, durationS: 30, queues: [{ kind: 'codel' }] };
  const change = { atS: 3, set: 'link.rateMbps', to: 4 };
  const hash = await encodeLink({ scenario, changes: [change], atS: 0 });
  const linked = await scenarioAt(`https://example.com/page/${hash}`);
  expect(JSON.parse(linked ?? '')).toEqual({ ...scenario, changes: [change] });
  expect(await scenarioAt('#v1.damaged')).toBeUndefined();
  expect(await scenarioAt('../scenarios/none.json')).toBeUndefined();
});
