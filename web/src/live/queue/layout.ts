import type { Extent } from './model';

/** A queue and the way behind it, in px. All have one scale of time. */
export interface Stretch {
  readonly hop: number;
  /** Where the queue begins, where it ends at the link, and where the way behind it ends. */
  readonly fromX: number;
  readonly gateX: number;
  readonly endX: number;
}

export interface LaneBox {
  readonly y: number;
  readonly height: number;
  /** The bars of the packets. */
  readonly barsY: number;
  readonly barsHeight: number;
  /** The way back; its height is 0 without one. */
  readonly backY: number;
  readonly backHeight: number;
}

export interface Layout {
  readonly width: number;
  readonly pxPerMs: number;
  /** Right edge of the senders; 0 without room for them. */
  readonly sendersX: number;
  readonly stretches: readonly Stretch[];
  readonly lanes: readonly LaneBox[];
  readonly axisY: number;
  readonly titleY: number;
}

export interface Space {
  readonly width: number;
  readonly height: number;
  readonly lanes: number;
  /** The time that each queue of the path, and each way behind it, is drawn for, ms. */
  readonly extents: readonly Extent[];
  /** The watched flow has ACKs. */
  readonly hasBack: boolean;
  /** Size of small text relative to its standard. */
  readonly scale: number;
  readonly isPhone: boolean;
}

/** The ways behind the queues take at most this share of the width. */
const MOST_WAY = 0.3;
const EDGE = 10;

/** Lengths of a queue in the view, ms. */
const ROUND_MS = [1, 2, 5, 10, 20, 30, 40, 60, 80, 100, 150, 200, 250, 300, 400, 500, 700, 1000];

/** Returns a round time of at least `ms`. */
export function roundMs(ms: number): number {
  const step = ROUND_MS.find((round) => round >= ms);
  return step ?? Math.ceil(ms / 500) * 500;
}

/** Returns the time that the view of a queue has room for, ms: it grows at once, and shrinks when most of it is empty. */
export function roomFor(longestMs: number, formerMs: number | undefined): number {
  const wanted = roundMs(Math.max(2, 1.08 * longestMs));
  if (formerMs === undefined || wanted > formerMs) return wanted;
  return wanted < 0.45 * formerMs ? wanted : formerMs;
}

export function layoutOf(space: Space): Layout {
  const { width, height, lanes, extents, scale, isPhone } = space;
  const sendersX = isPhone ? 0 : Math.round(204 * scale);
  const fromX = isPhone ? EDGE : sendersX + 14;
  const inner = Math.max(80, width - EDGE - fromX);
  const waits = extents.reduce((sum, { waitMs }) => sum + waitMs, 0);
  const ways = extents.reduce((sum, { wayMs }) => sum + wayMs, 0);
  // A long way is cut: packets leave the picture before they arrive.
  const most = isPhone ? MOST_WAY / 2 : MOST_WAY;
  const pxPerMs = Math.max(inner / (waits + ways), (inner * (1 - most)) / waits);
  const wayShare = ways > 0 ? Math.min(1, (inner - waits * pxPerMs) / (ways * pxPerMs)) : 0;
  const stretches: Stretch[] = [];
  let x = fromX;
  extents.forEach(({ waitMs, wayMs }, hop) => {
    const gateX = x + waitMs * pxPerMs;
    const endX = gateX + wayMs * wayShare * pxPerMs;
    stretches.push({ hop, fromX: x, gateX, endX });
    x = endX;
  });
  const line = Math.round(18 * scale);
  const titleY = line;
  const axisHeight = Math.round(20 * scale);
  const top = line + 6;
  const laneHeight = (height - top - axisHeight) / Math.max(1, lanes);
  const boxes = Array.from({ length: lanes }, (_, lane): LaneBox => {
    const y = top + lane * laneHeight;
    const head = Math.round((isPhone ? 40 : 26) * scale);
    const room = Math.max(12, laneHeight - head - 10);
    const backHeight = space.hasBack && room > 50 ? Math.min(16 * scale, room * 0.2) : 0;
    const gap = backHeight > 0 ? 8 : 0;
    const barsHeight = room - backHeight - gap;
    return {
      y,
      height: laneHeight,
      barsY: y + head,
      barsHeight,
      backY: y + head + barsHeight + gap,
      backHeight,
    };
  });
  return { width, pxPerMs, sendersX, stretches, lanes: boxes, axisY: height - axisHeight, titleY };
}

/** Returns the times of the marks on the axis of a queue, ms before the packets leave. */
export function ticksOf(roomMs: number, widthPx: number, scale: number): number[] {
  const most = Math.max(1, Math.floor(widthPx / (64 * scale)));
  const step = [0.2, 0.5, 1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000].find(
    (s) => roomMs / s <= most,
  );
  const ticks: number[] = [];
  for (let ms = 0; step !== undefined && ms <= roomMs + 1e-9; ms += step) ticks.push(ms);
  return ticks;
}
