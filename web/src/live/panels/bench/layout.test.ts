import { expect, test } from 'vitest';
import { type Facts, layoutOf } from './layout';

const DESK: Facts = {
  ...{ isPhone: false, isRoomy: true, isLarge: false, presents: false, hasKnobs: false },
  ...{ widthPx: 1440, lanes: 2, hasForks: false, hasLane: false, isEnlarged: false },
  ...{ queue: false, insides: false, planes: 0, overTime: 2 },
};
const HALL: Partial<Facts> = { isLarge: true, presents: true };
const layout = (facts: Partial<Facts>) => layoutOf({ ...DESK, ...facts });

test('on a desk everything is shown, and a lane opens beside the plots', () => {
  expect(layout({ hasForks: true })).toEqual({
    ...{ hasBranches: true, hasRow: true, hasQueue: false, isAlone: false, hasInsides: false },
    ...{ sidePlots: 0, hasStage: true, docks: true, hasOverview: true, hasSide: true },
  });
  expect(layout({ widthPx: 1399 }).docks).toBe(false);
});

test('larger text and plots without time need more width beside them', () => {
  expect(layout({ planes: 1 }).docks).toBe(false);
  expect(layout({ planes: 1, widthPx: 1728 }).docks).toBe(true);
  expect(layout({ ...HALL, widthPx: 1899 }).docks).toBe(false);
  expect(layout({ ...HALL, widthPx: 1900 }).docks).toBe(true);
});

test('a low window with many lanes has neither the name nor the forks above the plots', () => {
  const low = { isRoomy: false, hasForks: true };
  expect(layout({ ...low, lanes: 4 })).toMatchObject({ hasRow: true, hasBranches: true });
  expect(layout({ ...low, lanes: 5 })).toMatchObject({ hasRow: false, hasBranches: false });
});

test('while presenting the plots have the room of the controls, unless a key or a lane shows them', () => {
  expect(layout(HALL)).toMatchObject({ hasSide: false, hasOverview: false });
  expect(layout({ ...HALL, hasKnobs: true })).toMatchObject({ hasSide: true, hasOverview: true });
  expect(layout({ ...HALL, hasLane: true }).hasSide).toBe(true);
  // The lane stands beside the plots.
  expect(layout({ ...HALL, hasLane: true, widthPx: 2400 }).hasSide).toBe(false);
  expect(layout({ ...HALL, hasKnobs: true, isRoomy: false })).toMatchObject({
    ...{ hasOverview: false, hasRow: false },
  });
  // A phone does not present.
  expect(layout({ presents: true, isPhone: true })).toMatchObject({
    ...{ hasSide: true, hasOverview: true, hasRow: false },
  });
});

test('the queue view leaves a plot below it only in a high window, and has a lecture hall for itself', () => {
  const queue = { queue: true, planes: 1, insides: true };
  expect(layout(queue)).toMatchObject({
    ...{ hasQueue: true, hasInsides: false, hasStage: true, sidePlots: 0, isAlone: false },
  });
  expect(layout({ ...queue, isRoomy: false }).hasStage).toBe(false);
  expect(layout({ ...queue, isPhone: true }).hasStage).toBe(false);
  expect(layout({ ...queue, ...HALL })).toMatchObject({ isAlone: true, hasStage: false });
  expect(layout({ ...queue, isEnlarged: true })).toMatchObject({
    ...{ hasQueue: false, hasInsides: false, sidePlots: 1 },
  });
});

test('beside the insides of all lanes the stage needs a plot of its own', () => {
  expect(layout({ insides: true })).toMatchObject({ hasInsides: true, hasStage: true });
  expect(layout({ insides: true, overTime: 0 }).hasStage).toBe(false);
  expect(layout({ overTime: 0 }).hasStage).toBe(true);
});
