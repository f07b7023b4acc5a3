import type { Pen } from './paint';
import { FOCUS, type Look, type PlotData, type Series } from './plot';
import type { XScale, YScale } from './scale';

/** A plot as it is painted. All scales are in device pixels. */
export interface Scene {
  readonly series: readonly Series[];
  readonly x: XScale;
  /** The vertical scale of each row, from the top; one if all series share the whole plot. */
  readonly rows: readonly YScale[];
  readonly look: Look;
  /** Values with a gridline. */
  readonly grid: readonly number[];
  readonly gridColour: string;
}

/** A shift this close to whole pixels counts as whole, px: a hundredth is invisible. */
const WHOLE = 0.01;

/**
 * Paints plots that mostly scroll. If only time has passed, it moves the picture by whole pixels and paints only the columns
 * with new or changed data. Any other change (a scale, a colour, a size) paints all columns. Both give the same picture.
 */
export class Picture {
  #former: { pen: Pen; look: string; x: XScale; reductions: number } | undefined;

  /** Paints the data reduced last. Returns the first column that was painted; those left of it were only moved. */
  paint(g: Pen, data: PlotData, scene: Scene): number {
    const { x, rows, look, grid, gridColour } = scene;
    const described = describe(scene);
    const former = this.#former;
    const { width, height } = g.canvas;
    const follows =
      former?.pen === g &&
      former.look === described &&
      former.reductions === data.reductions - 1 &&
      // Equal up to rounding: the width of a scrolling window varies in the last bit.
      Math.abs(former.x.pxPerS - x.pxPerS) * (x.t1 - x.t0) < WHOLE;
    const moved = follows ? (x.t0 - former.x.t0) * x.pxPerS : NaN;
    const columns = Math.round(moved);
    const scrolls = Math.abs(moved - columns) < WHOLE && columns >= 0 && columns < width / 2;
    this.#former = { pen: g, look: described, x, reductions: data.reductions };

    let from = 0;
    if (scrolls) {
      const changed = data.changedFrom(x, FOCUS * look.lineWidth * look.ratio, look.ratio);
      from = Math.max(0, Math.min(width - columns, Math.floor(changed)));
      if (columns > 0) g.drawImage(g.canvas, -columns, 0);
    }
    g.save();
    g.beginPath();
    g.rect(from, 0, width - from, height);
    g.clip();
    g.fillStyle = look.ground;
    g.fillRect(from, 0, width - from, height);
    g.fillStyle = gridColour;
    for (const y of rows)
      for (const value of grid) g.fillRect(from, Math.floor(y.project(value)), width - from, 1);
    data.paint(g, x, rows, look, from);
    g.restore();
    return from;
  }
}

/** Returns everything that a picture depends on, except data and time. */
function describe({ series, x, rows, look, grid, gridColour }: Scene): string {
  const { colours, ground, lineWidth, ratio, focus } = look;
  const lines = series.map((s) => [
    [s.id, s.kind, s.dash, s.row],
    [s.ribbons !== undefined, s.kind === 'line' && s.former !== undefined],
  ]);
  const heights = rows.map((y) => [y.kind, y.domain, ...y.domain.map((value) => y.project(value))]);
  return JSON.stringify([
    [lines, colours, ground, gridColour, lineWidth, ratio, focus, grid],
    [heights, x.left, x.right],
  ]);
}
