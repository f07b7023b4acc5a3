import type { Bins, Pen, Stroke, XScale, YScale } from '../../kit/charts/drawing';

/** Distance between two dots, CSS px. */
const APART = 30;
const RADIUS = 2.3;

/**
 * Returns what paints hollow dots on a line: circles, or squares for the second measured run. They stay at their bins while the window
 * scrolls.
 */
export const dotsOf =
  (isSquare: boolean) =>
  (g: Pen, bins: Bins, x: XScale, y: YScale, stroke: Stroke, ground: string): void => {
    const { first, length, mean, midS, stepS } = bins;
    const step = stepS * x.pxPerS;
    const every = Math.max(1, Math.round((APART * stroke.ratio) / step));
    const radius = RADIUS * stroke.ratio;
    g.fillStyle = ground;
    g.strokeStyle = stroke.colour;
    g.lineWidth = stroke.ratio;
    for (let b = (every - (first % every)) % every; b < length; b += every) {
      const px = x.x(midS) + b * step;
      if (Number.isNaN(mean[b]) || px + 2 * radius < stroke.from) continue;
      const py = y.project(mean[b]);
      g.beginPath();
      if (isSquare) g.rect(px - radius, py - radius, 2 * radius, 2 * radius);
      else g.arc(px, py, radius, 0, 2 * Math.PI);
      g.fill();
      g.stroke();
    }
  };
