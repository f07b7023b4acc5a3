/**
 * Dashes that stand still. The canvas measures a dash along the path: on a noisy line the wiggles eat it up, and on a
 * scrolling plot it crawls. Here a dash belongs to the plane: flat pieces are dashed by x, counted from simulated time
 * zero, steep pieces by y. The pattern reads as a dash however many thousand points are squeezed together, and moves
 * with the data.
 */
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
}

export interface DashPattern {
  /** Alternating ends of on and off stretches within one period, ascending: [9, 13] for dash [9, 4]. */
  readonly ends: readonly number[];
  /** Length of one period, px; 0 for a solid line. */
  readonly period: number;
}

/** An odd list is repeated, as in CSS and SVG. */
export function dashPattern(dash: readonly number[], scale = 1): DashPattern {
  const even = dash.length % 2 ? [...dash, ...dash] : dash;
  const ends: number[] = [];
  let period = 0;
  for (const d of even) ends.push((period += d * scale));
  return { ends, period };
}

/** Whether the pattern is on at `u`, and how far it is to the next change. */
function phase(p: DashPattern, u: number): { on: boolean; left: number } {
  const at = u - Math.floor(u / p.period) * p.period;
  for (let k = 0; k < p.ends.length; k++) {
    const left = p.ends[k] - at;
    // A hair's breadth before a border counts as past it, or rounding would yield steps of no length.
    if (left > 1e-6) return { on: k % 2 === 0, left };
  }
  return { on: true, left: p.ends[0] };
}

/**
 * Draws the straight piece from (x0, y0) to (x1, y1), x0 <= x1, on `pen`. `xPhase` is added to x to count from time zero.
 * `down` tells whether the pen already rests on (x0, y0); returns whether it rests on (x1, y1).
 */
export function dashedPiece(
  pen: Pen,
  p: DashPattern,
  xPhase: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  down: boolean,
): boolean {
  if (p.period === 0) {
    if (!down) pen.moveTo(x0, y0);
    pen.lineTo(x1, y1);
    return true;
  }
  const dx = x1 - x0;
  const dy = y1 - y0;
  const steep = Math.abs(dy) > 2 * p.period && Math.abs(dy) > 4 * dx;
  // Along a falling edge u = -y, so that u always grows.
  const sign = dy < 0 ? -1 : 1;
  const begin = steep ? sign * y0 : x0 + xPhase;
  const length = steep ? Math.abs(dy) : dx;
  let gone = 0;
  while (gone < length) {
    const { on, left } = phase(p, begin + gone);
    const next = Math.min(length, gone + left);
    if (on) {
      if (!down) pen.moveTo(x0 + (dx * gone) / length, y0 + (dy * gone) / length);
      pen.lineTo(x0 + (dx * next) / length, y0 + (dy * next) / length);
    }
    down = on;
    gone = next;
  }
  return down;
}
