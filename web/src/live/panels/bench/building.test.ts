import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Building } from './building.svelte';

/** Tasks that wait, with their priorities, and callbacks of the next frame. */
let tasks: (readonly [() => void, TaskPriority])[] = [];
let frames: (() => void)[] = [];

beforeEach(() => {
  [tasks, frames] = [[], []];
  vi.stubGlobal('scheduler', {
    postTask: (task: () => void, { priority }: { priority: TaskPriority }) => {
      tasks.push([task, priority]);
      return Promise.resolve();
    },
  });
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
});
afterEach(() => vi.unstubAllGlobals());

/** Runs the only waiting task, and returns its priority. */
async function runTask(): Promise<TaskPriority> {
  expect(tasks).toHaveLength(1);
  const [task, priority] = tasks.pop()!;
  task();
  await tick();
  await Promise.resolve();
  return priority;
}

test('each part has a task of its own, in order, and the page is shown after the last one', async () => {
  const built: string[] = [];
  const building = new Building();
  building.add(() => {
    built.push('header');
    building.add(() => built.push('plot'));
  });
  building.add(() => built.push('lanes'));
  expect(built).toEqual([]);

  await runTask();
  expect(built).toEqual(['header']);
  await runTask();
  expect(built).toEqual(['header', 'lanes']);
  expect(await runTask()).toBe('user-blocking');
  // A part of a part.
  expect(built).toEqual(['header', 'lanes', 'plot']);
  expect(building.isShown).toBe(false);

  await runTask();
  expect(building.isShown).toBe(true);
});

test('late parts are built after the first picture, and leave room for others', async () => {
  const built: string[] = [];
  const building = new Building();
  building.add(() => built.push('second plot'), true);
  building.add(() => built.push('third plot'), true);
  building.add(() => built.push('first plot'));
  await runTask();
  await runTask();
  expect(building.isShown).toBe(true);
  expect(built).toEqual(['first plot']);

  // The first picture is painted at the end of the next frame.
  expect(tasks).toEqual([]);
  frames.pop()!();
  expect(built).toEqual(['first plot']);
  frames.pop()!();
  await tick();
  await Promise.resolve();
  expect(built).toEqual(['first plot', 'second plot']);
  expect(await runTask()).toBe('user-visible');
  expect(built).toEqual(['first plot', 'second plot', 'third plot']);
});

test('later, a part is built at once', async () => {
  const building = new Building();
  await runTask();
  frames.pop()!();
  frames.pop()!();
  const build = vi.fn();
  building.add(build);
  expect(build).toHaveBeenCalledOnce();
  expect(tasks).toEqual([]);
});
