import type { Bands } from './bands';
import { type FlowFace, PATTERNS, toneOf } from './flows';
import type { LaneBox, Stretch } from './layout';
import { eachPlace, MOST_FALL_MS, type PacketPlace, placeAt, rowsAround } from './model';
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
/** The gaps of a flow's pattern are seen in shares of columns from this height on, px. */
const PATTERN_PX = 7;
const MTU = 1500;
/** Way of a dropped packet on the screen, px: it falls for the time that others move this far. */
const FALL_PX = 70;
/** Least width of the cross over a dropped packet, px. */
const CROSS_PX = 18;
/** A packet of at least this width and height shows the letter of its flow, px. */
const [LETTER_PX, LETTER_HIGH_PX] = [11, 13];
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
  { where, ms }: PacketPlace,
  { fromX, gateX, endX }: Stretch,
  pxPerMs: number,
): number {
  if (where === 'waits') return Math.max(fromX, gateX - ms * pxPerMs);
  if (where === 'dropped') return gateX;
  return Math.min(endX, gateX + ms * pxPerMs);
}

/** What of a packet's bar stays while it moves, for all rows of a record. */
interface Bars {
  readonly top: Float32Array;
  readonly height: Float32Array;
  readonly width: Float32Array;
  /** Number of its batch, or `NONE`. */
  readonly batch: Uint8Array;
  /** It is drawn as a part of a column unless it is marked. */
  readonly isShare: Uint8Array;
}

const NONE = 255;
/** Batches of packets that are drawn together: one for each pattern, then these. */
const [WATCHED, MARKED] = [PATTERNS.length, PATTERNS.length + 1];

const known = new WeakMap<PacketScene, Bars>();

function barsOf(scene: PacketScene): Bars {
  let bars = known.get(scene);
  if (!bars) known.set(scene, (bars = newBars(scene)));
  return bars;
}

function newBars(scene: PacketScene): Bars {
  const { recording, box, stretches, pxPerMs, bands, rates, faces, watched } = scene;
  const { packets } = recording;
  const { count } = packets;
  const [top, height, width] = [1, 2, 3].map(() => new Float32Array(count));
  const [batch, isShare] = [new Uint8Array(count).fill(NONE), new Uint8Array(count)];
  const dense = stretches.map((_, hop) => isDense(pxPerMs, rates[hop]));
  for (let row = 0; row < count; row++) {
    const hop = packets.hop[row];
    if (hop < 0 || hop >= stretches.length) continue;
    const { count: rows, of } = bands[hop];
    const rowHeight = box.barsHeight / rows;
    const gap = rows > 1 ? Math.min(3, rowHeight * 0.15) : 0;
    const isSmall = packets.bytes[row] <= SMALL_BYTES;
    const full = rowHeight - 2 * gap;
    height[row] = isSmall ? full * 0.62 : full;
    top[row] = box.barsY + of[row] * rowHeight + gap + (full - height[row]) / 2;
    const txPx = (packets.bytes[row] / rates[hop]) * pxPerMs;
    width[row] = Math.max(isSmall ? 2.5 : 1, txPx - (txPx > 3 ? 1 : 0.4));
    const flow = packets.flow[row];
    batch[row] = flow === watched ? WATCHED : (faces[flow]?.pattern ?? 0);
    isShare[row] = Number(dense[hop] && flow !== watched && !isSmall);
  }
  return { top, height, width, batch, isShare };
}

/** Rows of packets and where they are; kept from frame to frame. */
class Batch {
  rows = new Int32Array(256);
  xs = new Float64Array(256);
  length = 0;

  add(row: number, x: number): void {
    if (this.length === this.rows.length) {
      const [rows, xs] = [this.rows, this.xs];
      this.rows = new Int32Array(2 * rows.length);
      this.xs = new Float64Array(2 * xs.length);
      this.rows.set(rows);
      this.xs.set(xs);
    }
    this.rows[this.length] = row;
    this.xs[this.length++] = x;
  }
}

const batches = Array.from({ length: MARKED + 1 }, () => new Batch());
const [falls, fresh] = [new Batch(), new Batch()];

/** Stacked shares in columns: the bytes of each pattern in each column of a band. */
const columns: { bytes: Float64Array; count: number } = { bytes: new Float64Array(0), count: 0 };

function clearColumns(bands: number, widthPx: number): void {
  columns.count = Math.ceil(widthPx / BIN_PX) + 1;
  const length = bands * columns.count * PATTERNS.length;
  if (columns.bytes.length < length) columns.bytes = new Float64Array(length);
  else columns.bytes.fill(0, 0, length);
}

/** Draws the packets of a lane. */
export function paintPackets(c: CanvasRenderingContext2D, scene: PacketScene): void {
  const bars = barsOf(scene);
  for (const batch of [...batches, falls, fresh]) batch.length = 0;
  scene.stretches.forEach((stretch, hop) => {
    const isColumns = isDense(scene.pxPerMs, scene.rates[hop]);
    if (isColumns) clearColumns(scene.bands[hop].count, stretch.endX);
    sortOut(scene, bars, hop);
    if (isColumns) paintColumns(c, scene, hop);
  });
  const { colours } = scene;
  for (let pattern = 0; pattern < PATTERNS.length; pattern++)
    paintBars(c, scene, bars, batches[pattern], colours.tones[toneOf(pattern)]);
  paintFresh(c, scene, bars);
  paintBars(c, scene, bars, batches[WATCHED], colours.watched);
  paintMarked(c, scene, bars);
  paintFalls(c, scene, bars);
}

const place: PacketPlace = { row: 0, where: 'waits', ms: 0, sinceMs: 0 };

/** Finds where the packets of a hop are, and adds them to the batches or the columns. */
function sortOut(scene: PacketScene, bars: Bars, hop: number): void {
  const { recording, tS, pxPerMs, bands, faces } = scene;
  const { packets } = recording;
  const stretch = scene.stretches[hop];
  const fallMs = fallMsOf(pxPerMs);
  const freshMs = isDense(pxPerMs, scene.rates[hop]) ? 0 : FRESH_PX / pxPerMs;
  const [first, end] = rowsAround(recording, tS, fallMs);
  for (let row = first; row < end; row++) {
    if (packets.hop[row] !== hop || !placeAt(packets, row, tS, fallMs, place)) continue;
    const { where } = place;
    if (where === 'onTheWay' && stretch.gateX + place.ms * pxPerMs > stretch.endX) continue;
    const x = xOf(place, stretch, pxPerMs);
    if (where === 'dropped' || where === 'lost') {
      // A packet that was dropped on arrival would have been the last one.
      const isTail = where === 'dropped' && packets.left[row] - packets.arrived[row] < 1e-9;
      falls.add(row, isTail ? tailX(scene, hop, row) : x);
      continue;
    }
    const isMarked = packets.marked[row] >= 0 && packets.marked[row] <= tS + 1e-10;
    if (bars.isShare[row] === 1 && !isMarked) {
      const column = Math.max(0, Math.floor((x - bars.width[row] / 2) / BIN_PX));
      const pattern = faces[packets.flow[row]]?.pattern ?? 0;
      const at = (bands[hop].of[row] * columns.count + column) * PATTERNS.length + pattern;
      columns.bytes[at] += packets.bytes[row];
      continue;
    }
    batches[isMarked ? MARKED : bars.batch[row]].add(row, x);
    if (where === 'waits' && 1000 * (tS - packets.arrived[row]) < freshMs) fresh.add(row, x);
  }
}

/**
 * Draws the shares of the flows in columns, those of the first pattern at the bottom. Each share has the tone and the gaps of its flow,
 * as a single packet has.
 */
function paintColumns(c: CanvasRenderingContext2D, scene: PacketScene, hop: number): void {
  const { box, bands, rates, pxPerMs, colours } = scene;
  const full = (BIN_PX / pxPerMs) * rates[hop];
  const height = box.barsHeight / bands[hop].count;
  const { bytes, count } = columns;
  for (let pattern = 0; pattern < PATTERNS.length; pattern++) {
    c.fillStyle = colours.tones[toneOf(pattern)];
    for (let at = 0; at < bands[hop].count * count; at++) {
      const share = bytes[at * PATTERNS.length + pattern];
      if (share <= 0) continue;
      let below = 0;
      for (let other = 0; other < pattern; other++) below += bytes[at * PATTERNS.length + other];
      const bottom = box.barsY + (Math.floor(at / count) + 1) * height - 1;
      const [from, to] = [Math.min(1, below / full), Math.min(1, (below + share) / full)];
      const part = (to - from) * (height - 2);
      const top = bottom - to * (height - 2);
      const x = (at % count) * BIN_PX;
      if (part < PATTERN_PX) c.fillRect(x, top, BIN_PX, part);
      else
        for (const [begin, end] of PATTERNS[pattern])
          c.fillRect(x, top + begin * part, BIN_PX, (end - begin) * part);
    }
  }
}

/** Draws the bars of a batch, all in one colour, then their letters. */
function paintBars(
  c: CanvasRenderingContext2D,
  { recording, faces, colours, font }: PacketScene,
  { top, height, width }: Bars,
  { rows, xs, length }: Batch,
  colour: string,
): void {
  const { flow } = recording.packets;
  let hasLetters = false;
  c.fillStyle = colour;
  for (let i = 0; i < length; i++) {
    const row = rows[i];
    const [w, h] = [width[row], height[row]];
    const left = xs[i] - w;
    for (const [from, to] of PATTERNS[faces[flow[row]]?.pattern ?? 0])
      c.fillRect(left, top[row] + from * h, w, (to - from) * h);
    hasLetters ||= w >= LETTER_PX && h >= LETTER_HIGH_PX;
  }
  if (!hasLetters) return;
  c.fillStyle = colours.panel;
  c.font = font;
  c.textAlign = 'center';
  for (let i = 0; i < length; i++) {
    const row = rows[i];
    const [w, h] = [width[row], height[row]];
    if (w >= LETTER_PX && h >= LETTER_HIGH_PX)
      c.fillText(faces[flow[row]]?.letter ?? '', xs[i] - w / 2, top[row] + h / 2 + 4);
  }
}

const colourOf = ({ colours, faces, watched }: PacketScene, flow: number): string =>
  flow === watched ? colours.watched : colours.tones[faces[flow]?.tone ?? 0];

/** Draws the lines behind packets that have just joined the queue. */
function paintFresh(c: CanvasRenderingContext2D, scene: PacketScene, bars: Bars): void {
  const { recording, tS, stretches, pxPerMs } = scene;
  const { packets } = recording;
  for (let i = 0; i < fresh.length; i++) {
    const row = fresh.rows[i];
    const joined = 1000 * (tS - packets.arrived[row]) * pxPerMs;
    const middle = Math.round(bars.top[row] + bars.height[row] / 2);
    const left = fresh.xs[i] - bars.width[row];
    const from = Math.max(stretches[packets.hop[row]].fromX, left - LEADER_PX);
    c.globalAlpha = 1 - joined / FRESH_PX;
    c.fillStyle = colourOf(scene, packets.flow[row]);
    c.fillRect(from, middle, Math.max(0, left - from), 1.5);
  }
  c.globalAlpha = 1;
}

/** Draws marked packets: hollow, with a triangle above. */
function paintMarked(c: CanvasRenderingContext2D, scene: PacketScene, bars: Bars): void {
  const { rows, xs, length } = batches[MARKED];
  for (let i = 0; i < length; i++) {
    const row = rows[i];
    const [width, h, top] = [bars.width[row], bars.height[row], bars.top[row]];
    const left = xs[i] - width;
    c.fillStyle = scene.colours.panel;
    c.fillRect(left, top, width, h);
    c.fillStyle = colourOf(scene, scene.recording.packets.flow[row]);
    const edge = Math.min(1.6, Math.max(0.8, width / 3));
    c.fillRect(left, top, edge, h);
    c.fillRect(left + width - edge, top, edge, h);
    c.fillRect(left, top, width, edge);
    c.fillRect(left, top + h - edge, width, edge);
    tick(c, left + width / 2, top - 1);
  }
}

/** Draws dropped and lost packets: they fall out of the queue, crossed out. */
function paintFalls(c: CanvasRenderingContext2D, scene: PacketScene, bars: Bars): void {
  const { recording, tS, box, bands, pxPerMs, colours } = scene;
  const { packets } = recording;
  const fallMs = fallMsOf(pxPerMs);
  for (let i = 0; i < falls.length; i++) {
    const row = falls.rows[i];
    if (!placeAt(packets, row, tS, fallMs, place)) continue;
    const barsHeight = box.barsHeight / bands[packets.hop[row]].count;
    const [top, height, width] = [bars.top[row], bars.height[row], Math.max(6, bars.width[row])];
    const at = { x: falls.xs[i], top, width, height, since: place.sinceMs / fallMs, barsHeight };
    fall(c, at, colourOf(scene, packets.flow[row]), colours);
  }
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
  if (box.backHeight <= 0 || watched === undefined) return;
  const [{ fromX }, { endX }] = [stretches[0], stretches[stretches.length - 1]];
  const size = Math.min(8, box.backHeight * 0.6);
  const middle = box.backY + box.backHeight / 2;
  const fallMs = fallMsOf(pxPerMs);
  const [first, end] = rowsAround(recording, tS, fallMs);
  for (let row = first; row < end; row++) {
    if (packets.hop[row] >= 0 || packets.flow[row] !== watched) continue;
    if (!placeAt(packets, row, tS, fallMs, place)) continue;
    const x = fromX + (place.where === 'ack' ? place.ms : 0) * pxPerMs;
    if (x > endX) continue;
    c.fillStyle = place.where === 'dropped' ? colours.warn : colours.watched;
    c.beginPath();
    c.moveTo(x, middle);
    c.lineTo(x + size, middle - size / 2);
    c.lineTo(x + size, middle + size / 2);
    c.fill();
  }
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
