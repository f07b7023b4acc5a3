import { hasReverse } from '../model/path';
import type { DetailName } from '../sim/protocol';
import { otherHops } from '../document/hops';
import type { Scenario } from '../document/scenario';
import { completionCdf } from './completion-cdf';
import { delayCdf, delayHistogram } from './delay-distribution';
import { dropsAndMarks } from './drops-and-marks';
import { groupDelay } from './group-delay';
import { cwnd, fairness, flowGoodput, pacingRate } from './flows';
import { goodput } from './goodput';
import { goodputDelay } from './goodput-delay';
import { hopViews } from './hops';
import type { PlaneView } from './plane-view';
import { isOfLanes, probeViews } from './probes';
import { queueDelay } from './queue-delay';
import { queueLength } from './queue-length';
import { reverseDelay, reverseDrops, reverseLength, reverseUtilization } from './reverse';
import { utilization } from './utilization';
import type { TimeView, View } from './view';

/** All views, in the order in which the menu offers them. */
export const VIEWS: readonly View[] = [
  queueDelay,
  dropsAndMarks,
  utilization,
  queueLength,
  groupDelay,
  goodput,
  flowGoodput,
  fairness,
  cwnd,
  pacingRate,
  reverseDelay,
  reverseDrops,
  reverseUtilization,
  reverseLength,
  ...hopViews,
  ...probeViews,
  delayCdf,
  delayHistogram,
  goodputDelay,
  completionCdf,
];

export const isPlane = (view: View): view is PlaneView => 'isPlane' in view;

/** Returns the views over simulated time. */
export const overTime = (views: readonly View[]): readonly TimeView[] =>
  views.filter((view): view is TimeView => !isPlane(view));

/** Returns the views without time. */
export const planes = (views: readonly View[]): readonly PlaneView[] => views.filter(isPlane);

/** Returns the details that views with these ids draw. */
export const detailsOf = (ids: readonly string[] | undefined): readonly DetailName[] => [
  ...new Set(viewsOf(ids).flatMap((view) => view.details ?? [])),
];

/** The views that the page shows unless a link or the user chooses others. */
export const STANDARD_VIEWS: readonly View[] = [queueDelay, dropsAndMarks, utilization];
/** The same for a scenario whose way back has a bottleneck. */
export const BOTH_WAYS: readonly View[] = [queueDelay, reverseDelay, utilization];

/** Returns the views that the page shows of `scenario` by default: the delay at each queue of the path. */
function standardOf(scenario: Scenario | undefined): readonly View[] {
  if (!scenario) return STANDARD_VIEWS;
  const others = otherHops(scenario.link);
  if (others.length === 0) return hasReverse(scenario) ? BOTH_WAYS : STANDARD_VIEWS;
  const delays = others.map(({ number }) => hopViews.find(({ hop }) => hop === number)!);
  return [queueDelay, ...delays, ...(hasReverse(scenario) ? [reverseDelay] : []), utilization];
}

/** Returns the views with these ids, in this order; for undefined the standard ones of `scenario`. */
export const viewsOf = (ids: readonly string[] | undefined, scenario?: Scenario): readonly View[] =>
  ids?.flatMap((id) => VIEWS.find((view) => view.id === id) ?? []) ?? standardOf(scenario);

/** Returns the ids of `views`; undefined for the usual standard ones, so that a link without them stays short. */
export function idsOf(views: readonly View[], scenario?: Scenario): readonly string[] | undefined {
  const ids = views.map(({ id }) => id);
  const isStandard =
    standardOf(scenario) === STANDARD_VIEWS &&
    ids.length === STANDARD_VIEWS.length &&
    ids.every((id, i) => id === STANDARD_VIEWS[i].id);
  return isStandard ? undefined : ids;
}

/** Returns the views that the menus of `scenario` offer. */
export const offeredFor = (scenario: Scenario): readonly View[] => {
  const numbers = otherHops(scenario.link).map(({ number }) => number);
  return VIEWS.filter((view) => {
    if (isPlane(view)) return true;
    if (view.hop !== undefined) return numbers.includes(view.hop);
    if (view.kinds) return isOfLanes(view, scenario);
    return !view.isReverse || hasReverse(scenario);
  });
};
