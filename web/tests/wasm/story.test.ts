import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { serve } from '../../src/core/batch/serve';
import { movedAt, pressed } from '../../src/sections/story/control';
import { open } from '../../src/sections/story/open';
import { numbersOf } from '../../src/sections/story/plot';
import { type Runner, Runs } from '../../src/sections/story/runs.svelte';
import type { Scenario } from '../../src/core/document/scenario';
import * as batch from '../../src/wasm/batch-pkg/aqm_batch.js';
import { loadBatch } from './testing';

beforeAll(loadBatch);

const folder = new URL('../../../stories/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.md'));

/** The pool of the page without its workers: each job is computed at once. */
const pool: Runner = {
  run(jobs, options) {
    jobs.forEach((job, task) => {
      const answer = serve(
        batch,
        { task, job },
        () => 0,
        () => {},
      );
      if (answer.kind === 'done') options.onResult(job, answer.values, 0);
      else if (answer.kind === 'failed') options.onFailure(job, answer.message);
    });
    return Promise.resolve('done');
  },
};

const find = (address: string): Promise<string | undefined> => {
  const file = new URL(address, folder);
  return Promise.resolve(existsSync(file) ? readFileSync(file, 'utf8') : undefined);
};

/** The claims that the cards of the lanes show as well. */
const CARD =
  /^(queueDelayMs\.mean|utilization)(?: of lane (\w))? from ([\d.]+) to ([\d.]+) s(?: with [^;]*)?;/;

test.each(names)('%s: a press of each Try shows the numbers of its text', async (name) => {
  const opened = await open(batch, { text: readFileSync(new URL(name, folder), 'utf8') }, find);
  if (!opened.ok) throw new Error(JSON.stringify(opened.problems));
  const { story } = opened;
  for (const [index, step] of story.document.steps.entries()) {
    const { attempt } = step;
    if (!attempt) continue;
    const where = `step ${index + 1}`;
    const made = pressed(step, step.scenario);
    expect(made, where).not.toBe(step.scenario);
    expect(pressed(step, made), where).toBe(step.scenario);
    // A slider at the value of the story makes the same state.
    expect(batch.withValue(step.scenario, attempt.path, attempt.value), where).toBe(made);
    const target: unknown = JSON.parse(attempt.value);
    if (typeof target === 'number')
      expect(movedAt(JSON.parse(made) as Scenario, attempt.path, target)?.value, where).toBe(
        target,
      );

    const claims = attempt.text.flat().filter(({ kind }) => kind === 'claim');
    if (!claims.some(({ claim }) => CARD.test(step.claims[claim].source))) continue;
    // The plots and cards run the state of the press, and the numbers of the text are those of the story.
    const runs = new Runs(pool);
    const steps = story.document.steps.with(index, { ...step, scenario: made });
    runs.start({ ...story, document: { ...story.document, steps } }, index);
    await expect.poll(() => runs.ran?.text).toBe(made);
    expect(runs.failure).toBeUndefined();
    for (const { claim } of claims) {
      const { source } = step.claims[claim];
      const [, measure, lane = '1', from, to] = CARD.exec(source) ?? [];
      if (measure === undefined) continue;
      const at = /\d/.test(lane) ? Number(lane) - 1 : lane.charCodeAt(0) - 65;
      const shown = numbersOf(runs.ran!.lanes[at], [Number(from), Number(to)]);
      const value = measure === 'utilization' ? 100 * shown.utilization : shown.delayMs;
      const said = runs.numbers![claim];
      expect(Math.abs(value - said) / said, `${where}: ${value} for {${source}}`).toBeLessThan(
        0.002,
      );
    }
  }
});
