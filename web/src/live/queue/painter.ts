import { delay, packets as packetsText } from '../../core/content/format';
import { type FlowFace, listed, PATTERNS } from './flows';
import { type Layout, ticksOf } from './layout';
import { latestWaitMs, waitingAt, windowAt } from './model';
import { type PacketScene, paintAcks, paintPackets } from './packets-painter';

/** A lane in the picture. */
export interface LaneScene extends PacketScene {
  readonly name: string;
  readonly colour: string;
  readonly dash: readonly number[];
  /** Number of the hop of the lane, from 0. */
  readonly laneHop: number;
  /** The flows with packets in the record. */
  readonly flows: readonly number[];
  /** The largest window of all lanes. */
  readonly mostCwnd: number;
}

export interface Scene {
  readonly layout: Layout;
  readonly lanes: readonly LaneScene[];
  readonly isPhone: boolean;
  readonly scale: number;
  /** Size of small text, px. */
  readonly textPx: number;
  readonly family: string;
  /** Room of each queue and of each way, ms. */
  readonly waitMs: readonly number[];
  readonly wayMs: readonly number[];
  readonly backMs: number;
}

const PHASES = ['', '', 'ECN', 'recovery', 'timeout'];

type Context = CanvasRenderingContext2D;

interface Pen {
  readonly text: (text: string, x: number, y: number, options?: TextOptions) => number;
}
interface TextOptions {
  readonly align?: CanvasTextAlign;
  readonly bold?: boolean;
  readonly size?: number;
  readonly colour?: string;
  readonly mostPx?: number;
}

/** Widths of texts in px, and texts that were cut, by font and text: measuring takes longer than drawing. */
const widths = new Map<string, number>();
const cuts = new Map<string, string>();
const MOST_KEPT = 4000;

function widthOf(c: Context, font: string, text: string): number {
  const key = `${font} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size > MOST_KEPT) widths.clear();
    c.font = font;
    widths.set(key, (width = c.measureText(text).width));
  }
  return width;
}

/** Returns the text, without its end if it is wider than `mostPx`. */
function cut(c: Context, font: string, text: string, mostPx: number): string {
  if (widthOf(c, font, text) <= mostPx) return text;
  const key = `${font} ${Math.round(mostPx)} ${text}`;
  let shown = cuts.get(key);
  if (shown === undefined) {
    if (cuts.size > MOST_KEPT) cuts.clear();
    shown = text;
    while (shown.length > 2 && widthOf(c, font, shown) > mostPx)
      shown = `${shown.slice(0, shown.endsWith('…') ? -2 : -1).trimEnd()}…`;
    cuts.set(key, shown);
  }
  return shown;
}

function penOf(c: Context, scene: Scene, colour: string): Pen {
  const standard = scene.textPx;
  return {
    text(text, x, y, options = {}) {
      const { align = 'left', bold = false, size = standard, mostPx } = options;
      const font = `${bold ? '620 ' : ''}${size}px ${scene.family}`;
      const shown = mostPx === undefined ? text : cut(c, font, text, mostPx);
      const width = widthOf(c, font, shown);
      c.font = font;
      c.textAlign = align;
      c.fillStyle = options.colour ?? colour;
      c.fillText(shown, x, y);
      return width;
    },
  };
}

/** Draws all of the queue view but the packets: what lies behind them, and all texts. */
export function paintBehind(c: Context, width: number, height: number, scene: Scene): void {
  const { layout, lanes } = scene;
  const colours = lanes[0]?.colours;
  if (!colours) return;
  c.globalAlpha = 1;
  c.fillStyle = colours.panel;
  c.fillRect(0, 0, width, height);
  const pen = penOf(c, scene, colours.ink2);
  titles(pen, scene);
  lanes.forEach((lane, i) => {
    const { y } = layout.lanes[i];
    if (i > 0) {
      c.fillStyle = colours.line;
      c.fillRect(0, Math.round(y), width, 1);
    }
    queues(c, pen, scene, lane);
    back(c, pen, scene, lane);
    head(c, pen, scene, lane);
    if (!scene.isPhone) senders(c, pen, lane, layout.sendersX, scene.scale);
  });
  axis(c, pen, scene);
}

/** Draws the packets, over what `paintBehind` has drawn. */
export function paintMoving(c: Context, { lanes }: Scene): void {
  for (const lane of lanes) {
    const { box, colours, stretches } = lane;
    paintPackets(c, lane);
    for (const { hop, fromX, gateX } of stretches) {
      c.fillStyle = colours.ink3;
      c.fillRect(fromX - 1, box.barsY - 5, 1, box.barsHeight + 10);
      c.fillStyle = hop === lane.laneHop ? lane.colour : colours.ink2;
      c.fillRect(gateX - 1.5, box.barsY - 5, 3, box.barsHeight + 10);
    }
    paintAcks(c, lane);
  }
}

/** Returns the title above a queue. */
function titles(pen: Pen, { layout, isPhone, lanes, wayMs }: Scene): void {
  const { stretches, titleY } = layout;
  const { ink } = lanes[0].colours;
  if (!isPhone) pen.text('senders: window, in flight', 12, titleY);
  stretches.forEach(({ fromX, gateX, endX }, hop) => {
    const room = gateX - fromX;
    const of = stretches.length > 1 ? `hop ${hop + 1}: ` : 'in the queue: ';
    pen.text(
      room > 220 ? `${of}time until it leaves` : of.slice(0, -2),
      (fromX + gateX) / 2,
      titleY,
      {
        align: 'center',
        bold: true,
        colour: ink,
      },
    );
    const isLast = hop === stretches.length - 1;
    const way = `${delay(wayMs[hop])} ms ${isLast ? 'to the receiver' : 'on'}`;
    if (endX - gateX > 110 && !isPhone)
      pen.text(way, (gateX + endX) / 2, titleY, { align: 'center', mostPx: endX - gateX });
    else if (endX - gateX > 50 && !isPhone)
      pen.text(`${delay(wayMs[hop])} ms`, (gateX + endX) / 2, titleY, { align: 'center' });
  });
}

/** The queues of a lane, without their packets. */
function queues(c: Context, pen: Pen, { scale }: Scene, lane: LaneScene): void {
  const { box, stretches, colours, bands } = lane;
  for (const { hop, fromX, gateX } of stretches) {
    c.fillStyle = colours.bg;
    c.fillRect(fromX, box.barsY - 2, gateX - fromX, box.barsHeight + 4);
    c.fillStyle = colours.line;
    const { count, labels } = bands[hop];
    for (let i = 0; i <= count; i++) {
      const y =
        i === 0
          ? box.barsY - 3
          : i === count
            ? box.barsY + box.barsHeight + 2
            : box.barsY + (i * box.barsHeight) / count;
      c.fillRect(fromX, y, gateX - fromX, 1);
    }
    labels.forEach((label, i) => {
      const height = box.barsHeight / count;
      if (height >= 12 * scale && gateX - fromX > 120)
        pen.text(label, fromX + 5, box.barsY + (i + 0.5) * height + 4 * scale, {
          colour: colours.ink3,
          mostPx: (gateX - fromX) / 3,
        });
    });
  }
}

/** The name of the lane, and its numbers. */
function head(c: Context, pen: Pen, { isPhone, scale }: Scene, lane: LaneScene): void {
  const { box, stretches, colours, faces, watched, recording, tS } = lane;
  const base = box.y + 19 * scale;
  c.strokeStyle = lane.colour;
  c.lineWidth = 3;
  c.setLineDash([...lane.dash]);
  c.beginPath();
  c.moveTo(12, base - 4 * scale);
  c.lineTo(38, base - 4 * scale);
  c.stroke();
  c.setLineDash([]);
  const size = 15 * scale;
  const nameRoom = isPhone ? stretches[0].gateX / 2 : stretches[0].fromX - 56;
  const named = { bold: true, size, colour: colours.ink, mostPx: nameRoom };
  const nameEnd = 46 + pen.text(lane.name, 46, base, named);
  const line = isPhone ? base + 17 * scale : base;
  stretches.forEach(({ hop, fromX, gateX }) => {
    const waiting = waitingAt(recording, tS, hop);
    const count = packetsText(waiting).split(' ');
    const number = pen.text(count[0], fromX + 4, line, { bold: true, colour: colours.ink });
    const noun = `${count[1]} ${waiting === 1 ? 'waits' : 'wait'}`;
    if (gateX - fromX > 110) pen.text(noun, fromX + 8 + number, line);
  });
  const own = stretches[lane.laneHop];
  if (watched === undefined || !own) return;
  const wait = latestWaitMs(recording, tS, lane.laneHop, watched);
  const right = Math.min(own.gateX, own.endX) - 2;
  const unit = pen.text(' ms', right, base, { align: 'right' });
  const number = delay(wait);
  const width = pen.text(number, right - unit, base, {
    align: 'right',
    bold: true,
    size: 20 * scale,
    colour: colours.ink,
  });
  const who = `${faces[watched]?.name ?? 'the flow'} waited`;
  const whoEnd = right - unit - width - 6;
  const mostPx = isPhone ? whoEnd - nameEnd - 8 : Math.max(40, whoEnd - own.fromX - 134);
  if (mostPx >= 40) pen.text(who, whoEnd, base, { align: 'right', mostPx });
}

/** The way back of the watched flow. */
function back(c: Context, pen: Pen, { layout, backMs }: Scene, lane: LaneScene): void {
  const { box, stretches, colours, faces, watched } = lane;
  if (box.backHeight <= 0 || watched === undefined) return;
  const { fromX } = stretches[0];
  const endX = Math.min(stretches[stretches.length - 1].endX, fromX + backMs * layout.pxPerMs);
  const middle = Math.round(box.backY + box.backHeight / 2);
  c.fillStyle = colours.line;
  c.fillRect(fromX, middle, endX - fromX, 1);
  const text = `ACKs of ${faces[watched]?.name ?? 'the flow'}: ${delay(backMs)} ms back to the sender`;
  const most = stretches[stretches.length - 1].endX - endX - 8;
  if (most > 120) pen.text(text, endX + 8, middle + 4, { colour: colours.ink3, mostPx: most });
}

/** The windows of the senders. */
function senders(c: Context, pen: Pen, lane: LaneScene, widthPx: number, scale: number): void {
  const { box, colours, faces, watched, flows, recording, tS, mostCwnd } = lane;
  const most = Math.max(1, Math.floor((box.barsHeight + box.backHeight) / (14 * scale)));
  const { shown, more } = listed(flows, watched, most);
  const rows = shown.length + (more > 0 ? 1 : 0);
  const height = Math.min(26 * scale, (box.barsHeight + box.backHeight) / Math.max(1, rows));
  const barX = Math.round(108 * scale);
  const barPx = widthPx - barX - 34 * scale;
  shown.forEach((flow, i) => {
    const y = box.barsY + i * height;
    const base = y + height / 2 + 4 * scale;
    const colour = flow === watched ? colours.watched : colours.tones[faces[flow]?.tone ?? 0];
    swatch(c, faces[flow], 12, y + height / 2 - 6 * scale, 8 * scale, 12 * scale, colour);
    const isWatched = flow === watched;
    pen.text(faces[flow]?.name ?? '', 12 + 13 * scale, base, {
      mostPx: barX - 16 - 13 * scale,
      bold: isWatched,
      colour: isWatched ? colours.ink : colours.ink2,
    });
    const window = windowAt(recording, flow, tS);
    if (!window) {
      pen.text('no window', barX, base, { colour: colours.ink3 });
      return;
    }
    const px = (segments: number): number => Math.min(barPx, (segments / mostCwnd) * barPx);
    const [top, tall] = [y + height * 0.2, height * 0.6];
    c.fillStyle = colour;
    c.fillRect(barX, top, Math.min(px(window.inFlight), px(window.cwnd) + 40), tall);
    c.lineWidth = 1;
    c.strokeStyle = colours.ink2;
    c.strokeRect(barX + 0.5, top + 0.5, Math.max(2, px(window.cwnd)), tall - 1);
    const end = barX + Math.max(px(window.cwnd), px(window.inFlight)) + 5;
    const number = pen.text(String(Math.round(window.cwnd)), end, base, {
      bold: true,
      colour: colours.ink,
    });
    const phase = PHASES[window.phase] ?? '';
    if (phase !== '' && end + number + 40 < widthPx + 10)
      pen.text(phase, end + number + 4, base, { colour: colours.warn });
  });
  if (more > 0)
    pen.text(`and ${more} more`, 12, box.barsY + shown.length * height + height / 2 + 4 * scale, {
      colour: colours.ink3,
    });
}

/** A packet of a flow as in the queue, beside its name. */
export function swatch(
  c: Context,
  face: FlowFace | undefined,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
): void {
  c.fillStyle = colour;
  for (const [from, to] of PATTERNS[face?.pattern ?? 0])
    c.fillRect(x, y + from * height, width, (to - from) * height);
}

/** Half of the room of a label of the scale, px. */
const HALF_LABEL_PX = 29;

/** The scale of time below each queue, from its end. */
function axis(c: Context, pen: Pen, { layout, lanes, waitMs, scale }: Scene): void {
  const { axisY, stretches, pxPerMs } = layout;
  const { ink3, ink } = lanes[0].colours;
  stretches.forEach(({ fromX, gateX }, hop) => {
    c.fillStyle = ink3;
    c.fillRect(fromX, axisY, gateX - fromX, 1);
    // It ends inside the picture, also where the way behind the queue is short.
    const nowEnd = Math.min(gateX + 22 * scale, layout.width - 2);
    const now = { align: 'right', bold: true, colour: ink } as const;
    let freeTo = nowEnd - pen.text('leaves now', nowEnd, axisY + 15 * scale, now);
    for (const ms of ticksOf(waitMs[hop], gateX - fromX, scale)) {
      const x = gateX - ms * pxPerMs;
      c.fillStyle = ink3;
      c.fillRect(x - 0.5, axisY, 1, 4);
      const half = HALF_LABEL_PX * scale;
      const middle = Math.max(x, half);
      if (ms === 0 || middle + half > freeTo) continue;
      pen.text(`${ms} ms`, middle, axisY + 15 * scale, { align: 'center' });
      freeTo = middle - half;
    }
  });
}
