import type { TimeView } from '../views/view';
import type { Layout } from '../state/display.svelte';

/** Title and edges of a plot, px. */
const AROUND_PX = 44;
/** Time axis below the last plot, px. */
const AXIS_PX = 14;
/** Two lines of the legend of other seeds, px. */
const LEGEND_PX = 36;
/** Gap between plots, px. */
const GAP_PX = 6;
/** A view with a greater share gets the height `--tall`, others `--low`. */
const TALL_SHARE = 1.5;

/** What the heights of plots depend on. */
export interface Shape {
  readonly lanes: number;
  readonly layout: Layout;
  /** Number of other seeds. */
  readonly seeds: number;
}

/** Returns whether each lane has a row of its own in a view. */
export const isStacked = (view: TimeView, layout: Layout): boolean =>
  view.isAlwaysStacked === true || layout === 'stacked';

/** Returns the least height of a plot with `lanes` lanes as CSS: it has room for its title and axis, and for each row. */
function leastHeight(view: TimeView, isLast: boolean, { lanes, layout, seeds }: Shape): string {
  const least = view.share > TALL_SHARE ? 'var(--tall)' : 'var(--low)';
  const legendPx = view.hasSeeds && seeds > 0 ? LEGEND_PX : 0;
  if (!isStacked(view, layout)) return legendPx > 0 ? `calc(${least} + ${legendPx}px)` : least;
  const rowsPx = AROUND_PX + legendPx + (isLast ? AXIS_PX : 0) + lanes * view.rowPx;
  return `max(${least}, ${rowsPx}px)`;
}

/** Returns the rows of a grid of plots as CSS. */
export const gridRows = (views: readonly TimeView[], shape: Shape): string =>
  views
    .map((view, i) => {
      const share = shape.layout === 'stacked' ? Math.max(view.rowPx, 20) / 20 : view.share;
      return `minmax(${leastHeight(view, i === views.length - 1, shape)}, ${share}fr)`;
    })
    .join(' ');

/** Returns the least height of all plots together as CSS. */
export function leastHeightOf(views: readonly TimeView[], shape: Shape): string {
  const all = views.map((view, i) => leastHeight(view, i === views.length - 1, shape));
  return `calc(${[...all, `${(views.length - 1) * GAP_PX}px`].join(' + ')})`;
}
