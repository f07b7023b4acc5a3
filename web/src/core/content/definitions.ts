import { CARDS } from '../sim/measures.generated';
import { INNER, PARAMETERS } from '../document/parameters.generated';
import type { ParameterPath } from '../document/scenario.generated';
import type { QueueKind } from '../document/scenario';

/** Numbers on the screen that are not in reports, with their sections in docs/metrics.md. */
const OTHERS = {
  bdp: 'bandwidth-delay-product',
  largestDelay: 'largest-queue-delay',
  fairShare: 'fair-share',
  offeredLoad: 'offered-load',
  reverseDelay: 'reverse-direction',
  groupDelay: 'delay-of-groups-and-classes',
  groupGoodput: 'goodput-of-a-group',
  queued: 'packets-now-queued',
  otherSeeds: 'other-seeds',
  timeline: 'timeline',
  goals: 'goals',
} as const;
type Card = (typeof CARDS)[number]['id'];
export type Measure = Card | keyof typeof OTHERS;
const SECTIONS = {
  ...(Object.fromEntries(CARDS.map(({ id, section }) => [id, section])) as Record<Card, string>),
  ...OTHERS,
};
export const ALL_MEASURES = Object.keys(SECTIONS) as readonly Measure[];

/** Addresses are relative to the page: the definitions are published with it (`web/docs`). */
export const measure = (name: Measure): string => metric(SECTIONS[name]);

/** Address of a section of docs/metrics.md. */
export const metric = (anchor: string): string => `docs/metrics.html#${anchor}`;

/** The row of a parameter; a buffer is one control for all its units. */
export function parameter(path: ParameterPath): string {
  return `docs/parameters.html#${anchorOf(path)}`;
}

/** Returns whether `path` is a parameter of a scenario or of a congestion control. */
const isKnown = (path: string): path is ParameterPath =>
  Object.hasOwn(PARAMETERS, path) ||
  Object.hasOwn(INNER, path.replace(/^cc\./, 'CongestionControl.'));

/** The row of a parameter; undefined if there is none with this path. */
export const parameterIfKnown = (path: string): string | undefined =>
  isKnown(path) ? parameter(path) : undefined;

/** The parameter `name` of a discipline; not every name is a path. */
export const queueParameter = (kind: QueueKind, name: string): string =>
  parameter(`queues.${kind}.${name}` as ParameterPath);

/** The page of a discipline, a congestion control or another model. */
export const model = (name: string): string => `docs/models/${name}.html`;

/** `queues.codel.targetMs` is in the section "Queue: `codel`", `link.rateMbps` in "Path: `link`". */
function anchorOf(path: ParameterPath): string {
  const [room = '', ...rest] = path.split('.');
  // The id of a section is in lower case; the kind `fqCodel` is not.
  const [kind = '', ...names] = rest;
  const below = [kind.toLowerCase(), ...names].join('-');
  switch (room) {
    case 'link':
      return `path-link-${rest.join('.')}`;
    case 'cc':
      return `congestion-control-${below}`;
    case 'queues':
      return kind === '*' ? `lane-${names.join('-')}` : `queue-${below}`;
    case 'traffic':
      return `traffic-${below}`;
    case 'burst':
      return `burst-${rest.join('.')}`;
    default:
      return `run-${path}`;
  }
}
