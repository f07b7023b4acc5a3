import { expect, test } from 'vitest';
import { path } from '../document/scenario';
import { TimelineDocument } from './timeline-document.svelte';
import { PLAIN } from './testing';

function opened(): TimelineDocument {
  const doc = new TimelineDocument();
  doc.open(PLAIN);
  return doc;
}

test('an edit undone in one document cannot be redone in the next', () => {
  const doc = opened();
  doc.record({ atS: 1, set: path.rate, to: 5 });
  doc.undo();
  expect(doc.canRedo).toBe(true);
  doc.open({ ...PLAIN, title: 'Another' });
  expect([doc.canUndo, doc.canRedo]).toEqual([false, false]);
  expect(doc.redo()).toBe(false);
  expect(doc.base.title).toBe('Another');
});

test('an extended run keeps its length through undo and redo', () => {
  const doc = opened();
  const { durationS } = PLAIN;
  doc.record({ atS: 1, set: path.rate, to: 5 });
  doc.amend({ ...doc.base, durationS: durationS + 60 });
  doc.undo();
  expect(doc.base.durationS).toBe(durationS + 60);
  // A step from the time before the extension, and a step that shortened the run.
  doc.replace(PLAIN);
  doc.undo();
  expect(doc.base.durationS).toBe(durationS + 60);
});
