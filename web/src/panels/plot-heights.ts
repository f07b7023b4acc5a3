import type { TimeView } from '../views/view';
import type { Layout } from '../state/display.svelte';

/** Title and edges of a plot, px. */
const AROUND_PX = 44;
/** Time axis below the last plot, px. */
const AXIS_PX = 14;
/** Two lines of the legend of other seeds in the first plot that has them, px, and one line in the others. */
const LEGEND_PX = 36;
const NEXT_LEGEND_PX = 18;
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

/** Returns the least height of each plot as CSS: it has room for its title, legend and axis, and for each row. */
function leastHeights(views: readonly TimeView[], { lanes, layout, seeds }: Shape): string[] {
  const first = views.findIndex((view) => view.hasSeeds);
  return views.map((view, i) => {
    const least = view.share > TALL_SHARE ? 'var(--tall)' : 'var(--low)';
    const legendPx = view.hasSeeds && seeds > 0 ? (i === first ? LEGEND_PX : NEXT_LEGEND_PX) : 0;
    if (!isStacked(view, layout)) return legendPx > 0 ? `calc(${least} + ${legendPx}px)` : least;
    const axisPx = i === views.length - 1 ? AXIS_PX : 0;
    return `max(${least}, ${AROUND_PX + legendPx + axisPx + lanes * view.rowPx}px)`;
  });
}

/** Returns the rows of a grid of plots as CSS. */
export function gridRows(views: readonly TimeView[], shape: Shape): string {
  const least = leastHeights(views, shape);
  const share = ({ rowPx, share }: TimeView): number =>
    shape.layout === 'stacked' ? Math.max(rowPx, 20) / 20 : share;
  return views.map((view, i) => `minmax(${least[i]}, ${share(view)}fr)`).join(' ');
}

/** Returns the least height of all plots together as CSS. */
export const leastHeightOf = (views: readonly TimeView[], shape: Shape): string =>
  `calc(${[...leastHeights(views, shape), `${(views.length - 1) * GAP_PX}px`].join(' + ')})`;
