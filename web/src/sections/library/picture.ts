/**
 * The picture of a run: for each lane one character for each of up to 96 equal parts of the run. It is the height of the mean
 * queue delay on a logarithmic scale, 20 heights for a factor of ten, from 1 ms to 1 s; a blank stands for a part without packets.
 * `crates/aqm-report/src/picture.rs` makes those of the presets.
 */
export type Picture = readonly string[];

const POINTS = 96;
const PER_DECADE = 20;
const HEIGHTS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy';
const TOP = HEIGHTS.length - 1;

/** Size of the drawing, in its own units. */
export const WIDTH = POINTS;
export const HEIGHT = TOP;

/** Returns the height of a delay above the lower edge. */
export const heightOf = (ms: number): number =>
  Math.min(TOP, Math.round(PER_DECADE * Math.log10(Math.max(1, ms))));

/** Returns the picture of a lane from the mean queue delays of its bins, ms; NaN without a packet. */
export function pictureOf(delays: Float32Array): string {
  const points = Math.min(POINTS, delays.length);
  const start = (point: number): number => Math.floor((point * delays.length) / points);
  return Array.from({ length: points }, (_, point) =>
    partOf(delays.subarray(start(point), start(point + 1))),
  ).join('');
}

function partOf(delays: Float32Array): string {
  let [sum, count] = [0, 0];
  for (const delay of delays) {
    if (Number.isNaN(delay)) continue;
    sum += delay;
    count++;
  }
  return count === 0 ? ' ' : HEIGHTS[heightOf(sum / count)];
}

/** Returns whether a value, which a file may hold, is a picture of at most this many lanes. */
export const isPicture = (value: unknown, lanes: number): value is Picture =>
  Array.isArray(value) &&
  value.length <= lanes &&
  value.every((lane) => typeof lane === 'string' && /^[0-9A-Za-y ]{0,96}$/.test(lane));

/** Returns the path of a lane's line for SVG. */
export function lineOf(lane: string): string {
  const step = lane.length > 1 ? WIDTH / (lane.length - 1) : 0;
  let isDown = false;
  return [...lane]
    .map((char, i) => {
      const height = HEIGHTS.indexOf(char);
      const move = isDown ? 'L' : 'M';
      isDown = height >= 0;
      return isDown ? `${move}${Number((i * step).toFixed(1))} ${TOP - height}` : '';
    })
    .join('');
}
