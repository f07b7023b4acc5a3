import { expect, test } from 'vitest';
import { path } from '../sim/scenario';
import { Experiment } from './experiment.svelte';
import { PLAIN } from './testing';

function opened(): Experiment {
  const experiment = new Experiment();
  experiment.open(PLAIN);
  return experiment;
}

test('what was undone in one experiment cannot be done again in the next', () => {
  const experiment = opened();
  experiment.record({ atS: 1, set: path.rate, to: 5 });
  experiment.undo();
  expect(experiment.canRedo).toBe(true);
  experiment.open({ ...PLAIN, title: 'Another' });
  expect([experiment.canUndo, experiment.canRedo]).toEqual([false, false]);
  expect(experiment.redo()).toBe(false);
  expect(experiment.base.title).toBe('Another');
});

test('a run that was extended stays so, whichever way its history is gone through', () => {
  const experiment = opened();
  const { durationS } = PLAIN;
  experiment.record({ atS: 1, set: path.rate, to: 5 });
  experiment.amend({ ...experiment.base, durationS: durationS + 60 });
  experiment.undo();
  expect(experiment.base.durationS).toBe(durationS + 60);
  // A step that was made while it was shorter, and one that made it shorter.
  experiment.replace(PLAIN);
  experiment.undo();
  expect(experiment.base.durationS).toBe(durationS + 60);
});
