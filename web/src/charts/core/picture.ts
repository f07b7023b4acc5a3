import type { Pen } from './paint';
import type { Look, PlotData, Series } from './plot';
import type { XScale, YScale } from './scale';

/** A plot as it is painted. All scales are in device pixels. */
export interface Scene {
  readonly series: readonly Series[];
  readonly x: XScale;
  readonly y: YScale;
  readonly look: Look;
  /** Values with a gridline. */
  readonly grid: readonly number[];
  readonly gridColour: string;
}

/** How far a shift may be from whole pixels and still count as one, px: a hundredth cannot be seen. */
const WHOLE = 0.01;

/**
 * Paints plots that mostly scroll. While only time has passed, the picture is moved by whole pixels and painted anew only
 * where data have come or changed; anything else (a scale, a colour, a size) paints it whole. Both give the same picture.
 */
export class Picture {
  #former: { pen: Pen; look: string; x: XScale; reductions: number } | undefined;

  /** Paints the data reduced last. Returns the first column that was painted; those left of it were only moved. */
  paint(g: Pen, data: PlotData, scene: Scene): number {
    const { x, y, look, grid, gridColour } = scene;
    const described = describe(scene);
    const former = this.#former;
    const { width, height } = g.canvas;
    const follows =
      former?.pen === g &&
      former.look === described &&
      former.reductions === data.reductions - 1 &&
      // Equal but for rounding: a window that scrolls is not always equally wide to the last bit.
      Math.abs(former.x.pxPerS - x.pxPerS) * (x.t1 - x.t0) < WHOLE;
    const moved = follows ? (x.t0 - former.x.t0) * x.pxPerS : NaN;
    const columns = Math.round(moved);
    const scrolls = Math.abs(moved - columns) < WHOLE && columns >= 0 && columns < width / 2;
    this.#former = { pen: g, look: described, x, reductions: data.reductions };

    let from = 0;
    if (scrolls) {
      const changed = data.changedFrom(x, look.lineWidth * look.ratio, look.ratio);
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
    for (const value of grid) g.fillRect(from, Math.floor(y.project(value)), width - from, 1);
    data.paint(g, x, y, look, from);
    g.restore();
    return from;
  }
}

/** Everything but the data and the time that a picture depends on. */
function describe({ series, x, y, look, grid, gridColour }: Scene): string {
  const { colours, ground, lineWidth, ratio } = look;
  const lines = series.map((s) => [s.id, s.kind, s.dash]);
  const { kind, domain } = y;
  return JSON.stringify([
    [lines, colours, ground, gridColour, lineWidth, ratio, grid],
    [kind, domain, y.project(domain[0]), y.project(domain[1]), x.left, x.right],
  ]);
}
