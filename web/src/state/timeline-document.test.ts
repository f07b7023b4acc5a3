import { expect, test } from 'vitest';
import { path } from '../sim/scenario';
import { TimelineDocument } from './timeline-document.svelte';
import { PLAIN } from './testing';

function opened(): TimelineDocument {
  const doc = new TimelineDocument();
  doc.open(PLAIN);
  return doc;
}

test('what was undone in one doc cannot be done again in the next', () => {
  const doc = opened();
  doc.record({ atS: 1, set: path.rate, to: 5 });
  doc.undo();
  expect(doc.canRedo).toBe(true);
  doc.open({ ...PLAIN, title: 'Another' });
  expect([doc.canUndo, doc.canRedo]).toEqual([false, false]);
  expect(doc.redo()).toBe(false);
  expect(doc.base.title).toBe('Another');
});

test('a run that was extended stays so, whichever way its history is gone through', () => {
  const doc = opened();
  const { durationS } = PLAIN;
  doc.record({ atS: 1, set: path.rate, to: 5 });
  doc.amend({ ...doc.base, durationS: durationS + 60 });
  doc.undo();
  expect(doc.base.durationS).toBe(durationS + 60);
  // A step that was made while it was shorter, and one that made it shorter.
  doc.replace(PLAIN);
  doc.undo();
  expect(doc.base.durationS).toBe(durationS + 60);
});
