import { expect, test } from 'vitest';
import { DrawGate } from './gate';

function rig() {
  let drawn = 0;
  let next = 1;
  const frames = new Map<number, () => void>();
  const gate = new DrawGate(
    () => drawn++,
    (f) => {
      frames.set(next, f);
      return next++;
    },
    (handle) => frames.delete(handle),
  );
  const frame = (): void => {
    const due = [...frames.values()];
    frames.clear();
    for (const f of due) f();
  };
  return { gate, frame, drawn: () => drawn, waiting: () => frames.size };
}

test('the first request draws at once, and further requests are merged', () => {
  const { gate, frame, drawn } = rig();
  gate.request();
  expect(drawn()).toBe(1);
  gate.request();
  gate.request();
  expect(drawn()).toBe(1);
  frame();
  expect(drawn()).toBe(2);
});

test('one request per frame draws once per frame', () => {
  const { gate, frame, drawn } = rig();
  for (let i = 0; i < 10; i++) {
    gate.request();
    frame();
  }
  expect(drawn()).toBe(10);
});

test('no frames are requested while nothing changes', () => {
  const { gate, frame, waiting } = rig();
  gate.request();
  frame();
  expect(waiting()).toBe(0);
});

test('a stopped gate draws nothing', () => {
  const { gate, frame, drawn } = rig();
  gate.request();
  gate.request();
  gate.stop();
  frame();
  expect(drawn()).toBe(1);
});
