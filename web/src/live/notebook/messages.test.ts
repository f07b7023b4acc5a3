import { expect, test } from 'vitest';
import { readOrder, Teller, type Told } from './messages';

test('orders of the notebook are read, and nothing else', () => {
  const order = { do: 'open', number: 1, scenario: '{}', play: true, state: '' } as const;
  expect(readOrder({ to: 'aqm-playground', ...order })).toEqual(order);
  expect(readOrder({ to: 'aqm-playground', do: 'theme', theme: 'dark' })).toEqual({
    ...{ do: 'theme', theme: 'dark' },
  });
  for (const other of [
    order,
    { to: 'aqm-playground', ...order, number: '1' },
    { to: 'aqm-playground', ...order, scenario: undefined },
    { to: 'aqm-playground', ...order, do: 'close' },
    { to: 'aqm-playground', do: 'theme', theme: 'url(x)' },
    ...['aqm-playground', null, undefined, 5],
  ])
    expect(readOrder(other)).toBeUndefined();
});

/** A teller with a clock that the test moves. */
function teller() {
  let now = 0;
  let timers: { readonly at: number; readonly act: () => void }[] = [];
  const sent: object[] = [];
  let told: Told | undefined;
  const own = new Teller(
    () => Promise.resolve(told),
    (message) => void sent.push(message),
    (act, ms) => {
      const timer = { at: now + ms, act };
      timers.push(timer);
      return () => (timers = timers.filter((one) => one !== timer));
    },
  );
  const pass = async (ms: number): Promise<void> => {
    now += ms;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { act } of due) act();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { own, sent, pass, tell: (next: Told | undefined) => (told = next) };
}

const TOLD = { number: 0, scenario: {}, shown: null, state: 'a' } as unknown as Told;

test('a change is told soon and once, the passing of time rarely', async () => {
  const { own, sent, pass, tell } = teller();
  tell(TOLD);
  own.changed(true);
  own.changed(true);
  await pass(500);
  expect(sent).toEqual([]);
  own.changed(false);
  own.changed(true);
  await pass(100);
  expect(sent).toEqual([{ source: 'aqm-playground', event: 'told', ...TOLD }]);
  await pass(2000);
  expect(sent).toHaveLength(1);
  own.changed(false);
  await pass(100);
  expect(sent).toHaveLength(1);
  tell({ ...TOLD, state: 'b' });
  own.changed(true);
  await pass(1000);
  expect(sent).toHaveLength(2);
});

test('a page without a document tells nothing', async () => {
  const { own, sent, pass, tell } = teller();
  tell(undefined);
  own.changed(false);
  await pass(100);
  expect(sent).toEqual([]);
});
