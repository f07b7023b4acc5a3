import { hopCount, type HopList, laneHop, otherHops } from '../document/hops';
import type { Change, Traffic } from '../document/scenario';
import type { Moment } from '../document/start-values';
import { edited } from './edited';

/**
 * Returns the scenario with a new hop beside the others: the last one before the hop of the lanes, or the last one of the path. It
 * begins with the rate and the buffer of the lanes. The groups go on to pass the hops that they passed.
 */
export function withHop({ base, changes }: Moment, list: HopList): Moment {
  const { rateMbps, buffer } = base.link;
  const hop = { rateMbps, buffer };
  const at = list === 'hopsBefore' ? laneHop(base.link) : hopCount(base.link) + 1;
  const shifted = (number: number): number => (number >= at ? number + 1 : number);
  return {
    base: {
      ...base,
      link: { ...base.link, [list]: [...(base.link[list] ?? []), hop] },
      traffic: base.traffic.map((group) => {
        const { firstHop = 1, lastHop } = group;
        // A group that entered at the first hop still does.
        const first = firstHop === 1 ? 1 : shifted(firstHop);
        return passing(group, first, typeof lastHop === 'number' ? shifted(lastHop) : undefined);
      }),
    },
    changes,
  };
}

/** Returns the scenario without a hop and without its changes. A group that passed only this hop passes the next one. */
export function withoutHop({ base, changes }: Moment, list: HopList, index: number): Moment {
  const gone = otherHops(base.link).find((one) => one.list === list && one.index === index)?.number;
  if (gone === undefined) return { base, changes };
  const left = base.link[list]?.toSpliced(index, 1) ?? [];
  const link = edited(base.link, { [list]: left.length > 0 ? left : undefined });
  const count = hopCount(link);
  const first = ({ firstHop = 1 }: Traffic): number =>
    Math.min(count, firstHop > gone ? firstHop - 1 : firstHop);
  return {
    base: {
      ...base,
      link,
      traffic: base.traffic.map((group) => {
        const { lastHop } = group;
        if (typeof lastHop !== 'number') return passing(group, first(group), undefined);
        const last = Math.max(first(group), lastHop >= gone ? lastHop - 1 : lastHop);
        return passing(group, first(group), last < count ? last : undefined);
      }),
    },
    changes: changes.flatMap((change) => renumbered(change, list, index)),
  };
}

function passing(group: Traffic, first: number, last: number | undefined): Traffic {
  const next = edited(group, { firstHop: first > 1 ? first : undefined, lastHop: last });
  return Object.keys(next).length === Object.keys(group).length &&
    next.firstHop === group.firstHop &&
    next.lastHop === group.lastHop
    ? group
    : next;
}

/** Returns a change after the removal of a hop: without those of the hop, and with the new numbers of those behind it. */
function renumbered(change: Change, list: HopList, index: number): Change[] {
  const [room, own, number, ...name] = change.set.split('.');
  if (room !== 'link' || own !== list || Number(number) < index) return [change];
  if (Number(number) === index) return [];
  return [{ ...change, set: ['link', list, Number(number) - 1, ...name].join('.') }];
}
