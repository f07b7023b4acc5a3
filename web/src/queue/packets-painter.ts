import type { Bands } from './bands';
import { type FlowFace, PATTERNS } from './flows';
import type { LaneBox, Stretch } from './layout';
import { eachPlace, MOST_FALL_MS, type Place } from './model';
import type { Recording } from './recording';

export interface Colours {
  readonly panel: string;
  readonly bg: string;
  readonly line: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly warn: string;
  readonly watched: string;
  readonly tones: readonly string[];
}

/** What the packets of a lane are drawn from. */
export interface PacketScene {
  readonly recording: Recording;
  /** The time, s; it moves. */
  tS: number;
  readonly box: LaneBox;
  readonly stretches: readonly Stretch[];
  readonly pxPerMs: number;
  /** The bands of each hop. */
  readonly bands: readonly Bands[];
  /** Rate of each hop, bytes/ms. */
  readonly rates: readonly number[];
  readonly faces: readonly FlowFace[];
  readonly watched: number | undefined;
  readonly colours: Colours;
  readonly font: string;
}

/** Columns of packets that are too many to be drawn one by one, px. */
const BIN_PX = 3;
/** A full-size packet that is narrower than this is drawn as a part of a column, px. */
const LEAST_PX = 2.2;
const MTU = 1500;
/** Way of a dropped packet on the screen, px: it falls for the time that others move this far. */
const FALL_PX = 70;
/** Least width of the cross over a dropped packet, px. */
const CROSS_PX = 18;
/** A packet of at least this width shows the letter of its flow, px. */
const LETTER_PX = 11;
/** Packets of at most this size are drawn lower. */
const SMALL_BYTES = 500;
/** Packets that joined the queue while others moved this far have a line behind them, of this length, px. */
const FRESH_PX = 14;
const LEADER_PX = 40;

/** Returns how long a dropped packet is drawn, ms. */
export const fallMsOf = (pxPerMs: number): number => Math.min(MOST_FALL_MS, FALL_PX / pxPerMs);

/** Returns whether single packets of a hop are too narrow to be drawn one by one. */
export const isDense = (pxPerMs: number, bytesPerMs: number): boolean =>
  (MTU / bytesPerMs) * pxPerMs < LEAST_PX;

/** Returns the x of a packet at a hop. */
export function xOf(
  { where, ms }: Place,
  { fromX, gateX, endX }: Stretch,
  pxPerMs: number,
): number {
  if (where === 'waits') return Math.max(fromX, gateX - ms * pxPerMs);
  if (where === 'dropped') return gateX;
  return Math.min(endX, gateX + ms * pxPerMs);
}

/** Stacked shares of flows in columns: for each column and flow the bytes. */
class Density {
  readonly #bytes = new Map<number, Float64Array>();
  readonly #styles: number;

  constructor(styles: number) {
    this.#styles = styles;
  }

  add(band: number, x: number, style: number, bytes: number): void {
    const key = band * 100_000 + Math.floor(x / BIN_PX);
    let of = this.#bytes.get(key);
    if (!of) this.#bytes.set(key, (of = new Float64Array(this.#styles)));
    of[style] += bytes;
  }

  each(draw: (band: number, x: number, bytes: Float64Array) => void): void {
    for (const [key, bytes] of this.#bytes)
      draw(Math.floor(key / 100_000), (key % 100_000) * BIN_PX, bytes);
  }
}

/** Draws the packets of a lane. Returns how many wait at each hop. */
export function paintPackets(c: CanvasRenderingContext2D, scene: PacketScene): number[] {
  const { recording, tS, box, stretches, pxPerMs, bands, rates, faces, watched, colours } = scene;
  const { packets } = recording;
  const fallMs = fallMsOf(pxPerMs);
  const waiting = stretches.map(() => 0);
  const dense = stretches.map((_, hop) => isDense(pxPerMs, rates[hop]));
  const densities = stretches.map((_, hop) =>
    dense[hop] ? new Density(colours.tones.length) : undefined,
  );
  /** What lies above the others is drawn last. */
  const later: (() => void)[] = [];
  let fill = '';
  const paint = (colour: string): void => {
    if (colour !== fill) c.fillStyle = fill = colour;
  };
  const band = (row: number, hop: number): readonly [y: number, height: number] => {
    const { count, of } = bands[hop];
    const height = box.barsHeight / count;
    const gap = count > 1 ? Math.min(3, height * 0.15) : 0;
    return [box.barsY + of[row] * height + gap, height - 2 * gap];
  };
  const colourOf = (flow: number): string =>
    flow === watched ? colours.watched : colours.tones[faces[flow]?.tone ?? 0];

  eachPlace(recording, tS, fallMs, (place) => {
    const { row, where } = place;
    const hop = packets.hop[row];
    const stretch = stretches[hop];
    if (!stretch || where === 'ack') return;
    const flow = packets.flow[row];
    const isWaiting = where === 'waits';
    if (isWaiting) waiting[hop]++;
    if (where === 'onTheWay' && stretch.gateX + place.ms * pxPerMs > stretch.endX) return;
    let x = xOf(place, stretch, pxPerMs);
    const txPx = (packets.bytes[row] / rates[hop]) * pxPerMs;
    const isMarked = packets.marked[row] >= 0 && packets.marked[row] <= tS + 1e-10;
    const isSmall = packets.bytes[row] <= SMALL_BYTES;
    const [y, height] = band(row, hop);
    const h = isSmall ? height * 0.62 : height;
    const top = y + (height - h) / 2;
    const width = Math.max(isSmall ? 2.5 : 1, txPx - (txPx > 3 ? 1 : 0.4));
    if (where === 'dropped' || where === 'lost') {
      // A packet that was dropped on arrival would have been the last one.
      if (where === 'dropped' && packets.left[row] - packets.arrived[row] < 1e-9)
        x = tailX(scene, hop, row);
      const since = place.sinceMs / fallMs;
      later.push(() => {
        fall(
          c,
          { x, top, width: Math.max(6, width), height: h, since, barsHeight: height },
          colourOf(flow),
          colours,
        );
      });
      return;
    }
    if (dense[hop] && flow !== watched && !isMarked && !isSmall) {
      densities[hop]!.add(
        bands[hop].of[row],
        x - width / 2,
        faces[flow]?.tone ?? 0,
        packets.bytes[row],
      );
      return;
    }
    const draw = (): void => {
      const left = x - width;
      if (isMarked) {
        paint(colours.panel);
        c.fillRect(left, top, width, h);
        paint(colourOf(flow));
        const edge = Math.min(1.6, Math.max(0.8, width / 3));
        c.fillRect(left, top, edge, h);
        c.fillRect(left + width - edge, top, edge, h);
        c.fillRect(left, top, width, edge);
        c.fillRect(left, top + h - edge, width, edge);
        tick(c, left + width / 2, top - 1);
        return;
      }
      paint(colourOf(flow));
      for (const [from, to] of PATTERNS[faces[flow]?.pattern ?? 0])
        c.fillRect(left, top + from * h, width, (to - from) * h);
      if (width >= LETTER_PX && h >= 13) {
        paint(colours.panel);
        c.font = scene.font;
        c.textAlign = 'center';
        const letterTop = top + h / 2;
        c.fillText(faces[flow]?.letter ?? '', left + width / 2, letterTop + 4);
      }
    };
    const joined = 1000 * (tS - packets.arrived[row]) * pxPerMs;
    if (isWaiting && joined < FRESH_PX && !dense[hop]) {
      const middle = Math.round(top + h / 2);
      c.globalAlpha = 1 - joined / FRESH_PX;
      paint(colourOf(flow));
      const from = Math.max(stretch.fromX, x - width - LEADER_PX);
      c.fillRect(from, middle, Math.max(0, x - width - from), 1.5);
      c.globalAlpha = 1;
    }
    if (flow === watched || isMarked) later.push(draw);
    else draw();
  });

  densities.forEach((density, hop) => {
    const full = (BIN_PX / pxPerMs) * rates[hop];
    const height = box.barsHeight / bands[hop].count;
    density?.each((number, x, bytes) => {
      let y = box.barsY + (number + 1) * height - 1;
      bytes.forEach((share, tone) => {
        const part = Math.min(1, share / full) * (height - 2);
        if (part <= 0) return;
        y = Math.max(box.barsY + number * height + 1, y - part);
        paint(colours.tones[tone]);
        c.fillRect(x, y, BIN_PX + 0.1, part);
      });
    });
  });
  for (const draw of later) draw();
  return waiting;
}

/** Returns where the last waiting packet of the queue of a dropped one is. */
function tailX(
  { recording, tS, stretches, pxPerMs, bands }: PacketScene,
  hop: number,
  dropped: number,
): number {
  const { packets } = recording;
  const atS = packets.arrived[dropped];
  let longest = 0;
  // The packets that arrived before it, latest first; those of its own band count.
  for (let row = dropped - 1, seen = 0; row >= 0 && seen < 60; row--) {
    if (packets.hop[row] !== hop || bands[hop].of[row] !== bands[hop].of[dropped]) continue;
    seen++;
    if (packets.left[row] > atS) longest = Math.max(longest, packets.left[row] - atS);
  }
  const { fromX, gateX } = stretches[hop];
  const moved = 1000 * (tS - atS) * pxPerMs;
  return Math.max(fromX + 8, Math.min(gateX, gateX - 1000 * longest * pxPerMs + moved) - 6);
}

/** A triangle above a marked packet. */
function tick(c: CanvasRenderingContext2D, x: number, y: number): void {
  c.beginPath();
  c.moveTo(x - 3.5, y - 5);
  c.lineTo(x + 3.5, y - 5);
  c.lineTo(x, y);
  c.fill();
}

/** A dropped packet falls out of the queue, crossed out. */
function fall(
  c: CanvasRenderingContext2D,
  at: { x: number; top: number; width: number; height: number; since: number; barsHeight: number },
  colour: string,
  colours: Colours,
): void {
  const { x, width, height, since } = at;
  const top = at.top + 9 + since * Math.min(26, at.barsHeight * 0.4);
  c.globalAlpha = 1 - 0.75 * since;
  c.fillStyle = colours.panel;
  c.fillRect(x - width, top, width, height);
  c.lineWidth = 1.4;
  c.strokeStyle = colour;
  c.strokeRect(x - width, top, width, height);
  // The cross is wider than a narrow packet, so that it can be seen between the others.
  const out = Math.max(3, (CROSS_PX - width) / 2);
  c.lineWidth = 2.5;
  c.strokeStyle = colours.warn;
  c.beginPath();
  c.moveTo(x - width - out, top);
  c.lineTo(x + out, top + height);
  c.moveTo(x + out, top);
  c.lineTo(x - width - out, top + height);
  c.stroke();
  c.globalAlpha = 1;
}

/** Draws the ACKs of the watched flow on their way to the sender, which is at the left end. */
export function paintAcks(c: CanvasRenderingContext2D, scene: PacketScene): void {
  const { recording, tS, box, stretches, pxPerMs, watched, colours } = scene;
  const { packets } = recording;
  const [first, last] = [stretches[0], stretches[stretches.length - 1]];
  const size = Math.min(8, box.backHeight * 0.6);
  const middle = box.backY + box.backHeight / 2;
  eachPlace(recording, tS, fallMsOf(pxPerMs), ({ row, where, ms }) => {
    if (packets.hop[row] >= 0 || packets.flow[row] !== watched) return;
    const x = first.fromX + (where === 'ack' ? ms : 0) * pxPerMs;
    if (x > last.endX) return;
    c.fillStyle = where === 'dropped' ? colours.warn : colours.watched;
    c.beginPath();
    c.moveTo(x, middle);
    c.lineTo(x + size, middle - size / 2);
    c.lineTo(x + size, middle + size / 2);
    c.fill();
  });
}

/** Returns the flow of the packet at a point of the canvas. */
export function flowAt(scene: PacketScene, px: number, py: number): number | undefined {
  const { recording, tS, box, stretches, pxPerMs, bands, rates } = scene;
  if (py < box.barsY || py > box.barsY + box.barsHeight) return undefined;
  const { packets } = recording;
  let [nearest, distance] = [undefined as number | undefined, 5];
  eachPlace(recording, tS, 0, (place) => {
    const hop = packets.hop[place.row];
    const stretch = stretches[hop];
    if (!stretch || place.where === 'ack') return;
    const height = box.barsHeight / bands[hop].count;
    if (Math.floor((py - box.barsY) / height) !== bands[hop].of[place.row]) return;
    const x = xOf(place, stretch, pxPerMs);
    const width = (packets.bytes[place.row] / rates[hop]) * pxPerMs;
    const away = px > x ? px - x : px < x - width ? x - width - px : 0;
    if (away < distance) [nearest, distance] = [packets.flow[place.row], away];
  });
  return nearest;
}
