import type { Scenario, Traffic } from '../document/scenario';

/** A name for each group that it keeps while it is edited or moved, and after an undo. */
const ids = new WeakMap<Traffic, string>();
let count = 0;

/** Returns the id of a group. */
export function idOf(group: Traffic): string {
  const known = ids.get(group);
  if (known !== undefined) return known;
  const id = `g${++count}`;
  ids.set(group, id);
  return id;
}

/** Gives an edited group the id of the former one. */
export const keepId = (former: Traffic, next: Traffic): void => void ids.set(next, idOf(former));

/** Does the same for all groups of a scenario whose values were edited. */
export function keepIds(former: Scenario, next: Scenario): void {
  if (former.traffic.length === next.traffic.length)
    former.traffic.forEach((group, i) => keepId(group, next.traffic[i]));
}
