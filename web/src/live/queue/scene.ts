import type { Link } from '../../core/document/scenario.generated';
import { laneHop, otherHops } from '../../core/document/hops';
import { type Bands, bandsOf } from './bands';
import type { Film } from './film.svelte';
import type { FlowFace } from './flows';
import { layoutOf } from './layout';
import type { Colours } from './packets-painter';
import type { LaneScene, Scene } from './painter';
import { ACK, type Recording } from './recording';

interface SceneFacts {
  readonly film: Film;
  readonly faces: readonly FlowFace[];
  readonly looks: readonly {
    readonly label: string;
    readonly colour: string;
    readonly dash: readonly number[];
  }[];
  readonly link: Link;
  /** The rate of the hop of the lanes now. */
  readonly rateMbps: number;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  /** Size of small text, px. */
  readonly textPx: number;
  readonly isPhone: boolean;
  /** Returns a colour without `var()`. */
  readonly colour: (token: string) => string;
  readonly family: string;
}

/** Letters in packets are at least this large, px. */
const LEAST_PX = 12;

/** Bytes that 1 Mbit/s sends in a millisecond. */
const BYTES_PER_MBPS_MS = 125;

/** What depends on a record alone. */
interface Prepared {
  readonly bands: readonly Bands[];
  readonly flows: readonly number[];
  readonly mostCwnd: number;
}
const prepared = new WeakMap<Recording, Prepared>();

/** The flows with packets in a record, in the order of their numbers. */
export function flowsOf({ packets }: Recording): number[] {
  const flows = new Set<number>();
  for (let row = 0; row < packets.count; row++)
    if (packets.kind[row] !== ACK) flows.add(packets.flow[row]);
  return [...flows].sort((a, b) => a - b);
}

function prepare(recording: Recording, hops: number, faces: readonly FlowFace[]): Prepared {
  let known = prepared.get(recording);
  if (!known) {
    const name = (flow: number): string => faces[flow]?.name ?? `flow ${flow}`;
    let mostCwnd = 10;
    for (const { cwnd } of recording.windows.values())
      for (const window of cwnd) mostCwnd = Math.max(mostCwnd, window);
    const bands = Array.from({ length: hops }, (_, hop) => bandsOf(recording, hop, name));
    known = { bands, flows: flowsOf(recording), mostCwnd };
    prepared.set(recording, known);
  }
  return known;
}

/** Returns what the painter draws. */
export function sceneOf(given: SceneFacts): Scene {
  const { film, faces, looks, link, scale, textPx, isPhone, colour, family } = given;
  const room = film.room ?? { waitMs: [10], wayMs: [1], backMs: 0 };
  const colours: Colours = {
    panel: colour('var(--panel)'),
    bg: colour('var(--bg)'),
    line: colour('var(--line)'),
    ink: colour('var(--ink)'),
    ink2: colour('var(--ink2)'),
    ink3: colour('var(--ink3)'),
    warn: colour('var(--warn)'),
    watched: colour('var(--burst)'),
    tones: [0, 1, 2].map((tone) => colour(`var(--flow-${tone})`)),
  };
  const hasBack =
    film.watched !== undefined &&
    film.recordings.some((one) => one?.windows.has(film.watched ?? -1));
  const layout = layoutOf({
    width: given.width,
    height: given.height,
    lanes: film.shown.length,
    extents: room.waitMs.map((waitMs, hop) => ({ waitMs, wayMs: room.wayMs[hop] })),
    hasBack,
    scale,
    isPhone,
  });
  const own = laneHop(link) - 1;
  const rates = room.waitMs.map((_, hop) => {
    const other = otherHops(link).find(({ number }) => number === hop + 1);
    return BYTES_PER_MBPS_MS * Math.max(0.001, other?.hop.rateMbps ?? given.rateMbps);
  });
  const known = film.recordings.map((one) => one && prepare(one, room.waitMs.length, faces));
  const mostCwnd = Math.max(...known.map((one) => one?.mostCwnd ?? 10));
  const lanes = film.shown.flatMap((lane, place): LaneScene[] => {
    const [look, recording, of] = [looks[lane], film.recordings[lane], known[lane]];
    if (!look || !recording || !of) return [];
    const { label, colour: token, dash } = look;
    return [
      {
        recording,
        tS: film.tS,
        box: layout.lanes[place],
        stretches: layout.stretches,
        pxPerMs: layout.pxPerMs,
        bands: of.bands,
        rates,
        faces,
        watched: film.watched,
        colours,
        font: `600 ${Math.max(LEAST_PX, textPx - 1)}px ${family}`,
        name: label,
        colour: colour(token),
        dash,
        laneHop: own,
        flows: of.flows,
        mostCwnd: Math.ceil(mostCwnd / 10) * 10,
      },
    ];
  });
  const { waitMs, wayMs, backMs } = room;
  return { layout, lanes, isPhone, scale, textPx, family, waitMs, wayMs, backMs };
}
