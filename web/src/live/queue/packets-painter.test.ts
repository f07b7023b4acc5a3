import { expect, test } from 'vitest';
import { bandsOf } from './bands';
import { flowFaces } from './flows';
import { layoutOf } from './layout';
import { type PacketScene, paintPackets } from './packets-painter';
import { record, type Sample } from './testing/record';

/** A rectangle that was painted, and its colour. */
interface Painted {
  readonly colour: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A context that records rectangles, and how often the colour was set. */
class Paper {
  readonly rects: Painted[] = [];
  readonly texts: string[] = [];
  colours = 0;
  #fill = '';

  set fillStyle(colour: string) {
    this.#fill = colour;
    this.colours++;
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    this.rects.push({ colour: this.#fill, x, y, width, height });
  }
  fillText(text: string): void {
    this.texts.push(text);
  }
  strokeRect(): void {}
  beginPath(): void {}
  moveTo(): void {}
  lineTo(): void {}
  fill(): void {}
  stroke(): void {}
}

const COLOURS = {
  ...{ panel: 'panel', bg: 'bg', line: 'line', ink: 'ink', ink2: 'ink2', ink3: 'ink3' },
  ...{ warn: 'warn', watched: 'watched', tones: ['dark', 'middle', 'light'] },
};
const HEIGHT = 500;

/** Paints packets of 1500 bytes at 1 s; `rateMbps` decides how wide they are. */
function painted(samples: readonly Sample[], rateMbps: number, watched?: number): Paper {
  const recording = record(samples);
  const layout = layoutOf({
    ...{ width: 1000, height: HEIGHT, lanes: 1, hasBack: false, scale: 1, isPhone: true },
    extents: [{ waitMs: 100, wayMs: 10 }],
  });
  const scene: PacketScene = {
    ...{ recording, tS: 1, watched, colours: COLOURS, font: '', rates: [125 * rateMbps] },
    ...{ box: layout.lanes[0], stretches: layout.stretches, pxPerMs: layout.pxPerMs },
    bands: [bandsOf(recording, 0, String)],
    faces: flowFaces([0, 0, 0, 0, 0, 0], []),
  };
  const paper = new Paper();
  paintPackets(paper as unknown as CanvasRenderingContext2D, scene);
  return paper;
}

/** Packets of three flows by turns that leave one after the other. */
const queue = (count: number, everyMs: number): Sample[] =>
  Array.from({ length: count }, (_, i) => ({
    ...{
      flow: i % 3,
      number: i,
      arrived: 900 + 0.01 * i,
      left: 1000 + everyMs * (i + 1),
      delivered: 5000,
    },
  }));

test('the colour is set once for each kind of packet, however many there are', () => {
  const few = painted(queue(30, 1.2), 10);
  const many = painted(queue(90, 1.2), 10);
  expect(many.rects.length).toBe(3 * few.rects.length);
  expect(many.colours).toBe(few.colours);
});

test('packets lie in their order in front of the link, as long as their wait', () => {
  const { rects } = painted(queue(3, 12), 1, 0);
  const ends = rects.map(({ x, width }) => x + width).sort((a, b) => b - a);
  // One, two and three parts of a bar.
  expect(ends).toHaveLength(6);
  expect(ends[0] - ends[1]).toBeGreaterThan(100);
  expect(ends[1] - ends[3]).toBeCloseTo(ends[0] - ends[1], 2);
  expect(rects.filter(({ colour }) => colour === 'watched')).toHaveLength(1);
});

test('shares in columns have an order and the gaps of their flows, not only a tone', () => {
  const { rects, texts } = painted(queue(900, 0.1), 120);
  expect(texts).toEqual([]);
  const at = rects.find(({ height }) => height > 20)!.x;
  const column = rects.filter(({ x }) => x === at).sort((a, b) => b.y - a.y);
  // From the bottom: one bar, two bars with a gap, three bars with two gaps.
  expect(column.map(({ colour }) => colour)).toEqual([
    ...['dark', 'middle', 'middle', 'light', 'light', 'light'],
  ]);
  for (let i = 1; i < column.length; i++) {
    const gap = column[i - 1].y - (column[i].y + column[i].height);
    if (column[i].colour === column[i - 1].colour) expect(gap).toBeGreaterThan(2);
    else expect(gap).toBeCloseTo(0, 3);
  }
});

test('a marked packet and the followed flow stay single in a dense queue', () => {
  const samples = queue(900, 0.1).map((one, i) => (i === 300 ? { ...one, marked: 999 } : one));
  const { rects } = painted(samples, 120, 1);
  expect(rects.filter(({ colour }) => colour === 'watched')).toHaveLength(300 * 2);
  expect(rects.filter(({ colour }) => colour === 'panel')).toHaveLength(1);
});
