import { expect, test, vi } from 'vitest';
import type { Scene } from '../../shared/shell/scene';
import { type ToNotes } from './messages';
import { NotesLink } from './notes-link';

/** A scene, and the names of the functions that were called on it. */
function scene(): { readonly shown: Scene; readonly calls: readonly unknown[] } {
  const calls: unknown[] = [];
  const shown: Scene = {
    ...{
      title: 'T',
      where: '',
      sees: '',
      heading: 'H',
      notes: [],
      text: [],
      options: ['a'],
      hands: [0],
    },
    ...{ next: [], forward: 'Next', back: 'Back', steps: ['S', 'The end'], at: 0 },
    goForward: () => void calls.push('forward'),
    goBack: () => void calls.push('back'),
    goTo: (step) => void calls.push(`step ${step}`),
    setHands: (hands) => void calls.push(hands),
  };
  return { shown, calls };
}

/** A screen, the messages that it sends, and a way to send one to it. */
function screen(shown: Scene | undefined) {
  const sent: ToNotes[] = [];
  const waiting: (() => void)[] = [];
  let hear: (event: { data: unknown }) => void = () => undefined;
  const state = { isBlack: false, hasKnobs: false };
  const notes = { beganMs: 5, areOpen: false };
  const channel = {
    postMessage: (message: ToNotes) => void sent.push(message),
    addEventListener: (_: string, listener: typeof hear) => void (hear = listener),
    close: vi.fn(),
  };
  const link = new NotesLink(
    'x',
    {
      ...{ scene: () => shown, state },
      beganMs: () => notes.beganMs,
      restartClock: () => void (notes.beganMs = 99),
      notesAre: (areOpen) => void (notes.areOpen = areOpen),
    },
    () => channel as never,
    (callback) => void waiting.push(callback),
  );
  const wait = (): void => waiting.splice(0).forEach((callback) => callback());
  return { link, sent, wait, state, notes, say: (data: unknown) => hear({ data }) };
}

test('the screen answers with plain texts, and bundles changes', () => {
  const { link, sent, wait, say } = screen(scene().shown);
  say({ is: 'ask' });
  expect(sent).toHaveLength(1);
  expect(structuredClone(sent[0])).toMatchObject({ is: 'shown', shown: { heading: 'H' } });
  link.changed();
  link.changed();
  expect(sent).toHaveLength(1);
  wait();
  expect(sent).toHaveLength(2);
});

test('the notes go on and back; on a black screen the first step shows the page again', () => {
  const { shown, calls } = scene();
  const { state, say } = screen(shown);
  say({ is: 'act', act: 'black' });
  expect(state.isBlack).toBe(true);
  say({ is: 'act', act: 'forward' });
  expect([state.isBlack, calls.length]).toEqual([false, 0]);
  say({ is: 'act', act: 'forward' });
  say({ is: 'act', act: 'back' });
  say({ is: 'act', act: 'knobs' });
  say({ is: 'hands', hands: [7] });
  expect(calls).toEqual(['forward', 'back', [7]]);
  expect(state.hasKnobs).toBe(true);
});

test('the screen knows whether the notes are open, and keeps their clock', () => {
  const { sent, notes, say } = screen(scene().shown);
  say({ is: 'ask' });
  expect(sent.at(-1)).toMatchObject({ shown: { beganMs: 5 } });
  expect(notes.areOpen).toBe(true);
  say({ is: 'bye' });
  expect(notes.areOpen).toBe(false);
  // They are opened again: the time goes on.
  say({ is: 'ask' });
  expect([notes.areOpen, notes.beganMs]).toEqual([true, 5]);
  say({ is: 'act', act: 'clock' });
  expect(sent.at(-1)).toMatchObject({ shown: { beganMs: 99 } });
});

test('the notes go to any step, also from a black screen', () => {
  const { shown, calls } = scene();
  const { state, say } = screen(shown);
  state.isBlack = true;
  say({ is: 'go', step: 3 });
  expect([state.isBlack, calls]).toEqual([false, ['step 3']]);
});

test('a screen that ends says so once, and nothing afterwards', () => {
  const { link, sent, wait } = screen(scene().shown);
  link.changed();
  link.close();
  link.close();
  wait();
  expect(sent).toEqual([{ is: 'gone' }]);
});

test('without a scene and with unknown messages nothing happens', () => {
  const { sent, say } = screen(undefined);
  for (const message of [{ is: 'ask' }, { is: 'act', act: 'forward' }, { is: 'x' }, null, 3])
    say(message);
  expect(sent).toEqual([]);
});
