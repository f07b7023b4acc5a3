import type { TimeView } from '../../../core/views/view';
import type { Layout } from '../../../core/state/display.svelte';

/** Title and edges of a plot, px; less with many rows. */
const AROUND_PX = 44;
const TIGHT_PX = 32;
/** Time axis below the last plot, px. */
const AXIS_PX = 14;
/** Two lines of the legend of other seeds in the first plot that has them, px, and one line in the others and in other legends. */
const LEGEND_PX = 36;
const NEXT_LEGEND_PX = 18;
/** A row for a lane is at least as high in the stacked layout, px: the plots scroll rather than become lower. */
const READABLE_PX = 32;
/** A row in any layout has room for the name of its lane, px. */
const NAME_PX = 15;
/** From this number of stacked lanes on, plots are tight, and the timeline has the time axis of all. */
const MANY = 4;
/** Stacked plots scroll in their area, which is at least as high, px. */
const STACK_PX = 260;
/** Gap between plots, px. */
const GAP_PX = 6;
const TIGHT_GAP_PX = 4;
/** The same for large text in a low window: title and edges, time axis, and a row that has room for a name of 18 px. */
const LARGE_AROUND_PX = 52;
const LARGE_AXIS_PX = 30;
const LARGE_ROW_PX = 21;
/** Rows of more lanes have smaller names: the table of the lanes needs the room. */
const MOST_LARGE = 4;
/** Rows of tight plots may be lower by this factor. */
const TIGHT_SHARE = 0.8;
/** A view with a greater share gets the height `--tall`, others `--low`. */
const TALL_SHARE = 1.5;

/** What the heights of plots depend on. */
export interface Shape {
  readonly lanes: number;
  readonly layout: Layout;
  /** Number of other seeds. */
  readonly seeds: number;
  /** Large text in a low window: for a small projector. */
  readonly isLarge?: boolean;
}

/** Returns whether each lane has a row of its own in a view. */
export const isStacked = (view: TimeView, layout: Layout): boolean =>
  view.isAlwaysStacked === true || layout === 'stacked';

/** Returns whether the rows of all plots together are higher than most windows: then plots are tight, and may scroll. */
export const isLong = ({ lanes, layout }: Shape): boolean => layout === 'stacked' && lanes >= MANY;

/** Returns whether titles and margins take less room. */
export const isTight = (shape: Shape): boolean => isLong(shape) || shape.isLarge === true;

/** Returns whether the plot at `index` of `count` has a time axis. Where plots may scroll, the timeline below has it. */
export const hasTimeAxis = (index: number, count: number, shape: Shape): boolean =>
  index === count - 1 && !isLong(shape);

/**
 * Returns the least height of each plot as CSS: it has room for its title, legend and axis, and for each row of at least
 * `rowPx` px.
 */
function leastHeights(views: readonly TimeView[], shape: Shape, rowPx = 0): string[] {
  const { lanes, layout, seeds } = shape;
  const first = views.findIndex((view) => view.hasSeeds);
  return views.map((view, i) => {
    const least = view.share > TALL_SHARE ? 'var(--tall)' : 'var(--low)';
    const seedsPx = view.hasSeeds && seeds > 0 ? (i === first ? LEGEND_PX : NEXT_LEGEND_PX) : 0;
    const legendPx = seedsPx + (view.hasLegend ? NEXT_LEGEND_PX : 0);
    if (!isStacked(view, layout)) return legendPx > 0 ? `calc(${least} + ${legendPx}px)` : least;
    const { isLarge = false } = shape;
    const axisPx = hasTimeAxis(i, views.length, shape) ? (isLarge ? LARGE_AXIS_PX : AXIS_PX) : 0;
    const isMany = isLong(shape);
    const own =
      isLarge && lanes <= MOST_LARGE && !isMany ? Math.max(view.rowPx, LARGE_ROW_PX) : view.rowPx;
    const rowsPx = lanes * Math.max(isMany ? own * TIGHT_SHARE : own, rowPx);
    const aroundPx = isLarge ? LARGE_AROUND_PX : isMany ? TIGHT_PX : AROUND_PX;
    const px = aroundPx + legendPx + axisPx + rowsPx;
    return isTight(shape) ? `${px}px` : `max(${least}, ${px}px)`;
  });
}

/** Returns the gap between plots, px. */
export const gapOf = (shape: Shape): number => (isLong(shape) ? TIGHT_GAP_PX : GAP_PX);

/** Returns the least height of each plot as CSS, with rows in which lines and names can be read. */
function readableHeights(views: readonly TimeView[], shape: Shape): string[] {
  return leastHeights(views, shape, shape.layout === 'stacked' ? READABLE_PX : NAME_PX);
}

/** Returns the height at which no plot scrolls, as CSS. */
export const wholeHeightOf = (views: readonly TimeView[], shape: Shape): string =>
  `calc(${[...readableHeights(views, shape), `${(views.length - 1) * gapOf(shape)}px`].join(' + ')})`;

/** Returns the rows of a grid of plots as CSS. */
export function gridRows(views: readonly TimeView[], shape: Shape): string {
  const least = readableHeights(views, shape);
  const share = ({ rowPx, share }: TimeView): number =>
    shape.layout === 'stacked' ? Math.max(rowPx, 20) / 20 : share;
  return views.map((view, i) => `minmax(${least[i]}, ${share(view)}fr)`).join(' ');
}

/** Returns the least height of the area of all plots as CSS. It scrolls if its plots are higher. */
export function leastHeightOf(views: readonly TimeView[], shape: Shape): string {
  const sum = [...leastHeights(views, shape), `${(views.length - 1) * gapOf(shape)}px`].join(' + ');
  return shape.layout === 'stacked' ? `min(${STACK_PX}px, ${sum})` : `calc(${sum})`;
}
