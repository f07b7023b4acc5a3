import { expect, test } from 'vitest';
import { schedule } from './schedule.js';

/**
 * Runs tasks by hand.
 *
 * @param {import('./schedule.js').Task[]} tasks
 */
function byHand(tasks) {
  /** @type {Map<string, (result: string) => void>} */
  const running = new Map();
  /** @type {Record<string, string[]>} */
  const needs = {};
  const all = schedule(tasks, (task, results) => {
    needs[task.name] = results;
    return new Promise((resolve) => running.set(task.name, resolve));
  });
  return {
    all,
    needs,
    running: () => [...running.keys()].join(' '),
    /** @param {string} name */
    end: async (name) => {
      running.get(name)?.(`${name} ended`);
      running.delete(name);
      await new Promise((settle) => setTimeout(settle));
    },
  };
}

test('two tasks run at a time, in the order of the list, and an urgent one beside them', async () => {
  const run = byHand([{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'u', urgent: true }]);
  expect(run.running()).toBe('a b u');
  await run.end('u');
  expect(run.running()).toBe('a b');
  await run.end('b');
  expect(run.running()).toBe('a c');
  await run.end('a');
  await run.end('c');
  expect(await run.all).toEqual(['a ended', 'b ended', 'c ended', 'u ended']);
});

test('a task waits for its needs and gets their results; others overtake it', async () => {
  const run = byHand([
    { name: 'a' },
    { name: 'b', after: ['a'] },
    { name: 'c', after: ['a', 'b'] },
    { name: 'd' },
  ]);
  expect(run.running()).toBe('a d');
  await run.end('a');
  expect(run.running()).toBe('d b');
  await run.end('b');
  expect(run.needs['c']).toEqual(['a ended', 'b ended']);
});

test('two tasks never build in one folder at a time', async () => {
  const run = byHand([
    { name: 'a', builds: 'release' },
    { name: 'b', builds: 'release' },
    { name: 'c', builds: 'debug' },
  ]);
  expect(run.running()).toBe('a c');
  await run.end('c');
  expect(run.running()).toBe('a');
  await run.end('a');
  expect(run.running()).toBe('b');
});

test('nothing runs beside a task that runs alone', async () => {
  const run = byHand([{ name: 'a' }, { name: 'm', alone: true }, { name: 'u', urgent: true }]);
  expect(run.running()).toBe('a u');
  await run.end('a');
  expect(run.running()).toBe('u');
  await run.end('u');
  expect(run.running()).toBe('m');
});

test('a task that throws ends the schedule', async () => {
  const failing = schedule([{ name: 'a' }], () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
});
