import { hopCount } from '../document/hops';
import { stepsOf } from '../document/rate';
import { isTcp, path, type Scenario, type Traffic } from '../document/scenario';
import { trafficSettings } from './settings';
import { meanBytes } from './kind';
import { loadMbps } from './traffic';

/**
 * Computing times of the simulator in WebAssembly, us, measured with the cases of computing-time.test.ts. A packet takes the first. Each flow
 * or source of the lane adds the second to it, because their states do not fit into the caches. The start and end of a TCP connection take the
 * third.
 */
const [PACKET_US, FLOW_US, CONNECTION_US] = [0.15, 1e-4, 16];
/** Segments that a connection sends beside its data, and their bytes: handshake and end. */
const [EXTRA_SEGMENTS, EXTRA_BYTES] = [4, 240];
/** Segments of the first window. */
const WINDOW = 10;
/** Short connections fill about this share of a link: many lose their first segments. */
const FILLED = 0.7;
/** A scenario is slow if one simulated second takes longer to compute, s. */
export const SLOW_S = 3;

/** What a traffic group asks of one lane. */
interface Work {
  /** Packets offered, 1/s. */
  readonly packets: number;
  /** TCP connections opened, 1/s. */
  readonly connections: number;
  /** Rate of its TCP data, Mbit/s. All groups share the link. */
  readonly tcpMbps: number;
  /** Flows or sources that exist at a time. */
  readonly flows: number;
}

/**
 * Returns the expected computing time of one simulated second, s, by cores that share the lanes. It is right to about a factor of three:
 * it tells scenarios that play from those that crawl. `rateMbps`: the bandwidth in force.
 */
export function secondsPerSecond(
  scenario: Scenario,
  cores: number,
  rateMbps = scenario.link.rateMbps,
): number {
  const { link, queues, traffic } = scenario;
  const all = traffic
    .filter(({ muted }) => muted !== true)
    .map((group) => workOf(group, link, rateMbps));
  const sum = (of: (work: Work) => number): number =>
    all.reduce((total, one) => total + of(one), 0);
  const flows = sum((work) => work.flows);
  const share = Math.min(1, rateMbps / sum(({ tcpMbps }) => tcpMbps));
  const us = sum(({ packets, connections, tcpMbps }) => {
    const perPacket = (PACKET_US + FLOW_US * flows) * hopCount(link);
    return (packets * perPacket + connections * CONNECTION_US) * (tcpMbps > 0 ? share : 1);
  });
  return (us / 1e6) * Math.ceil(queues.length / Math.max(1, Math.min(cores, queues.length)));
}

/**
 * Returns the expected computing time of a run up to `toS`, s, by cores that share the lanes: as if the link always had its largest
 * bandwidth.
 */
export function secondsUpTo(scenario: Scenario, cores: number, toS: number): number {
  const { link, changes = [] } = scenario;
  const changed = changes.flatMap(({ set, to }) => (set === path.rate ? [Number(to)] : []));
  const { schedule } = link;
  const scheduled = schedule ? stepsOf(schedule).map(({ rateMbps }) => rateMbps) : [];
  const rates = [link.rateMbps, ...changed, ...scheduled].filter(Number.isFinite);
  const mostMbps = rates.reduce((most, rate) => Math.max(most, rate), 0);
  return toS * secondsPerSecond(scenario, cores, mostMbps);
}

function workOf(group: Traffic, link: Scenario['link'], rateMbps: number): Work {
  const own = Object.fromEntries(trafficSettings(group).map(({ name, value }) => [name, value]));
  const number = (name: string): number => Number(own[name] ?? 0);
  const flows = number('flows');
  const bytes = number('packetBytes') || 1500;
  const packetsOf = (mbps: number): number => (mbps * 1e6) / 8 / bytes;
  // Time does not matter: the group sends at some time.
  const load = loadMbps(group, number('startS'));
  if (!isTcp(group.kind)) {
    return { packets: packetsOf(load ?? 0), connections: 0, tcpMbps: 0, flows };
  }
  const roundS = (number('rttMs') || link.rttMs) / 1e3;
  const visits = visitsOf(own, flows, roundS, bytes);
  if (!visits) {
    const tcpMbps = Math.min(load ?? Infinity, rateMbps);
    return { packets: packetsOf(tcpMbps), connections: 0, tcpMbps, flows };
  }
  const bits = 8 * (visits.bytes + EXTRA_BYTES * visits.connections);
  const segments = visits.bytes / bytes + EXTRA_SEGMENTS * visits.connections;
  return {
    packets: visits.perS * segments,
    connections: visits.perS * visits.connections,
    // They take the room of more data.
    tcpMbps: (visits.perS * bits) / 1e6 / FILLED,
    flows,
  };
}

/** Returns how often users open connections, with the connections and the bytes of each visit; undefined for other traffic. */
function visitsOf(
  own: Readonly<Record<string, unknown>>,
  users: number,
  roundS: number,
  packetBytes: number,
): { readonly perS: number; readonly connections: number; readonly bytes: number } | undefined {
  if (!('thinkS' in own)) return undefined;
  const objects = Number(own['objects'] ?? 0);
  const isPage = 'pageBytes' in own;
  const bytes = isPage
    ? Number(own['pageBytes']) + objects * meanBytes(own['size'])
    : meanBytes(own['size']);
  const connections = isPage ? Math.min(Number(own['connections']), 1 + objects) : 1;
  // The handshake, then windows that double.
  const rounds =
    1 + Math.max(1, Math.ceil(Math.log2(bytes / connections / packetBytes / WINDOW + 1)));
  const perS = users / (Number(own['thinkS']) + rounds * roundS);
  const arrivals = own['arrivalsPerS'];
  return {
    perS: typeof arrivals === 'number' ? Math.min(perS, arrivals) : perS,
    connections,
    bytes,
  };
}
