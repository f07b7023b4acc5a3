import {
  covering,
  type Interval,
  isOnSteps,
  lengthOf,
  shifted,
  within,
} from '../document/interval';

/** How much of the run the plots show, s; 'all' is the whole run. */
export const SPANS = [10, 30, 60, 'all'] as const;
export type Span = (typeof SPANS)[number];
/** The part of the run that the headline numbers describe. */
export type Scope = 'window' | 'run';
export type AxisScale = 'log' | 'linear';
/** Lanes share each plot, or each lane has a row of its own. The order is that of links. */
export const LAYOUTS = ['overlaid', 'stacked'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Numbers of other seeds that each lane is run with; 0 is off. The order is that of links. */
export const SEED_COUNTS = [0, 10, 20, 50] as const;
export type SeedCount = (typeof SEED_COUNTS)[number];

/**
 * From this number of lanes on, each has a row of its own unless the user chooses, because the lines of more lanes cover each
 * other. A low window has no room for rows.
 */
const STACKED_FROM = 4;

/** The view whose scale has a place of its own in a link: it was the first to offer a choice. */
export const DELAY_VIEW = 'queue-delay';

/** The quantities of which the difference of two lanes is drawn. The order is that of links. */
export const COMPARED = ['delay', 'drops', 'utilization'] as const;
export type ComparedMeasure = (typeof COMPARED)[number];

/** Two lanes whose difference is drawn: the first minus the second. */
export interface Compared {
  readonly lane: number;
  readonly minus: number;
  readonly measure: ComparedMeasure;
}

/** What is open in the inspector of a lane: its discipline, perhaps at one drop or mark, or one of its senders. */
export interface Inspected {
  readonly lane: number;
  /** A sender is shown. */
  readonly isSender?: boolean;
  /** The chosen sender; undefined: the first one. */
  readonly flow?: number | undefined;
  /** The chosen drop or mark. */
  readonly event?: InspectedEvent | undefined;
}

/** The user is the sender of a traffic group. */
export interface Sending {
  /** Its index. */
  readonly group: number;
  /** The plots of the queue are covered: the user sees what a sender sees. */
  readonly isCovered: boolean;
}

/** A drop or mark, found again by its time and packet. */
export interface InspectedEvent {
  readonly atS: number;
  readonly flow: number;
  readonly packet: number;
}

/** The scales of the value axes that differ from a view's first, by the id of the view. */
export type AxisScales = Readonly<Record<string, AxisScale>>;

/** The part of the display that a link holds. */
export interface LinkedDisplay {
  /** Place of the playhead, s. */
  readonly headS: number;
  readonly span: Span;
  readonly scope: Scope;
  readonly scales: AxisScales;
  /** Ids of the views, in order; undefined for the standard ones. */
  readonly views: readonly string[] | undefined;
  /** Undefined: depends on the number of lanes. */
  readonly layout?: Layout | undefined;
  /** Index of the lane in focus. */
  readonly focus?: number | undefined;
  /** Undefined: off. */
  readonly seeds?: SeedCount | undefined;
  /** The window of the plots if it was chosen. */
  readonly fixed?: Interval | undefined;
  /** The chosen interval. */
  readonly interval?: Interval | undefined;
  /** The difference that is drawn. */
  readonly compared?: Compared | undefined;
  /** The queue view is open. */
  readonly queue?: boolean;
  /** The lanes that the user has chosen for the queue view, the latest last; undefined: the first ones. */
  readonly queueLanes?: readonly number[] | undefined;
  /** What is open in the inspector. */
  readonly inspected?: Inspected | undefined;
  /** The controls edit the whole run. */
  readonly whole?: boolean;
  /** The user is a sender. */
  readonly sending?: Sending | undefined;
}

/** How a scenario is shown that names no views and no visible time. */
export const STANDARD_DISPLAY = {
  span: 30,
  scope: 'window',
  scales: {},
  views: undefined,
} as const;

/** How the page shows a run. Nothing in here changes the run. */
export class Display {
  span = $state<Span>(STANDARD_DISPLAY.span);
  /** A window that the user has chosen, by zooming or panning. Without one, the window follows the playhead. */
  fixed = $state.raw<Interval>();
  /** An interval that the user has chosen; the numbers of the window are then those of this interval. */
  interval = $state.raw<Interval>();
  /** The difference of two lanes below the plots, if it is shown. */
  compared = $state.raw<Compared>();
  scope = $state<Scope>(STANDARD_DISPLAY.scope);
  /** The numbers of the visible time count from here, s, because of a change; the workspace sets it. */
  sinceS = $state<number>();
  scales = $state.raw<AxisScales>(STANDARD_DISPLAY.scales);
  /** Ids of the views that the user or a link selected, in order; undefined for the standard ones. */
  views = $state.raw<readonly string[]>();
  /** The window is high enough for a row for each lane; the page sets it. */
  isRoomy = $state(true);
  /** The layout that the user or a link selected. */
  layout = $state<Layout>();
  /** Index of the lane that is drawn on top of the others, where `offersFocus`. */
  focus = $state<number>();
  /** Id of the view that fills the page, if one does. A link does not hold it. */
  enlarged = $state<string>();
  /** The queue view is in the place of the plots. */
  queue = $state(false);
  /** The lanes that the user has chosen for the queue view, the latest last; undefined: the first ones. */
  queueLanes = $state.raw<readonly number[]>();
  /** The first picture of the inside of every lane is in the place of the queue delay. Not part of links. */
  insides = $state(false);
  /** What is open in the inspector; the page sets it. */
  inspected = $state.raw<Inspected>();
  /** What a link wants to be open in the inspector, until the page has opened it. */
  toInspect = $state.raw<Inspected>();
  /** Controls set the value from time zero, for the whole run; otherwise they add a change at the playhead. */
  whole = $state(false);
  /** The user is a sender; undefined: no one. */
  sending = $state.raw<Sending>();
  /** Number of other seeds that are drawn behind the shown run. */
  seeds = $state<SeedCount>(0);
  /** Rate of the burst button, Mbit/s; undefined for that of the link. */
  burstMbps = $state<number>();
  burstS = $state(2);
  readonly #knownViews: readonly string[];
  /** Start of the window at the last call, s. */
  #t0 = 0;

  /** `knownViews`: the ids of all views that the page can draw. */
  constructor(knownViews: readonly string[] = []) {
    this.#knownViews = knownViews;
  }

  /** Length of the window, s: at most the run's duration. */
  spanS(durationS: number): number {
    if (this.fixed) return lengthOf(within(this.fixed, durationS));
    return this.span === 'all' ? durationS : Math.min(this.span, durationS);
  }

  /**
   * Returns the visible window, s. The window stays while the playhead is in it, and scrolls when the run passes its end.
   * If the playhead moves to a time before the window, the window starts a third of its length earlier. A window that the user
   * has chosen stays.
   */
  window(nowS: number, durationS: number, doneS = nowS): [number, number] {
    if (this.fixed) {
      const { fromS, toS } = within(this.fixed, durationS);
      this.#t0 = fromS;
      return [fromS, toS];
    }
    const span = this.spanS(durationS);
    const start = nowS < this.#t0 ? nowS - span / 3 : Math.max(this.#t0, nowS - span);
    this.#t0 = Math.max(0, Math.min(start, doneS - span));
    return [this.#t0, this.#t0 + span];
  }

  /** Returns the span of the numbers that belong to the window or to the chosen interval, s: for these, whole steps. */
  counted(nowS: number, durationS: number, doneS: number): readonly [number, number] {
    const { fixed, interval } = this;
    const chosen = interval ?? (fixed && within(fixed, durationS));
    if (!chosen) return this.window(nowS, durationS, doneS);
    const { fromS, toS } = covering(chosen);
    return [fromS, toS];
  }

  /** Shows this window until the user chooses another one, or the whole run if it is as long. */
  fix(window: Interval, durationS: number): void {
    const fixed = within(window, durationS);
    if (lengthOf(fixed) >= durationS) this.follow('all');
    else this.fixed = fixed;
  }

  /** Shows a window of this length, which follows the playhead. */
  follow(span: Span): void {
    this.span = span;
    this.fixed = undefined;
  }

  /** Returns the next shorter or longer length of a window that follows the playhead, if there is one. */
  nextSpan(isShorter: boolean, durationS: number): Span | undefined {
    if (this.fixed) return undefined;
    const now = this.spanS(durationS);
    const others = SPANS.filter((span) => {
      const s = span === 'all' ? durationS : Math.min(span, durationS);
      return isShorter ? s < now : s > now;
    });
    return isShorter ? others.at(-1) : others[0];
  }

  /** Moves a chosen window so that it shows time `s`. */
  reveal(s: number, durationS: number): void {
    const { fixed } = this;
    if (!fixed || (s >= fixed.fromS && s <= fixed.toS)) return;
    this.fixed = shifted(fixed, s - lengthOf(fixed) / 3 - fixed.fromS, durationS);
  }

  /** "since 12.5 s" if the numbers of the visible time count from a change on; otherwise empty. */
  readonly since = $derived.by(() => {
    const isSince = this.sinceS !== undefined && this.scope === 'window' && !this.interval;
    return isSince ? `since ${Number(this.sinceS?.toFixed(2))} s` : '';
  });
  /** What the numbers in the scope describe, for captions. */
  readonly counts = $derived.by(() =>
    this.scope === 'run'
      ? 'whole run'
      : !this.interval
        ? this.since || 'visible time'
        : `chosen interval${isOnSteps(this.interval) ? '' : ', in steps of 0.25 s'}`,
  );

  /** Returns what a link holds, with the playhead at `headS`. */
  forLink(headS: number): LinkedDisplay {
    const { span, scope, scales, views, layout, focus, seeds, fixed, interval, compared } = this;
    const { queue, queueLanes, whole, inspected, toInspect, sending } = this;
    return {
      ...{ headS, span, scope, scales, views, layout, focus, seeds, fixed, interval, compared },
      ...{ queue, queueLanes, whole, inspected: toInspect ?? inspected, sending },
    };
  }

  /** Shows what a link holds, or the standard display; the controls read `whole`. Returns false if the link names a view that is not known. */
  show({
    span,
    scope,
    scales,
    views,
    ...others
  }: Omit<LinkedDisplay, 'headS'> = STANDARD_DISPLAY): boolean {
    const known = views?.filter((id) => this.#knownViews.includes(id));
    Object.assign(this, { span, scope, scales, views: known?.length ? known : undefined });
    this.layout = others.layout;
    this.focus = others.focus;
    this.fixed = others.fixed;
    this.interval = others.interval;
    this.compared = others.compared;
    this.queue = others.queue === true;
    this.queueLanes = others.queueLanes;
    this.toInspect = others.inspected;
    this.sending = others.sending;
    this.seeds = SEED_COUNTS.find((count) => count === others.seeds) ?? 0;
    return known?.length === views?.length;
  }

  /** Covers or uncovers the queue for a user who is a sender. */
  uncover(): void {
    if (this.sending) this.sending = { ...this.sending, isCovered: !this.sending.isCovered };
  }

  /** Returns the layout of plots with this number of lanes. */
  layoutOf(lanes: number): Layout {
    return this.layout ?? (lanes >= STACKED_FROM && this.isRoomy ? 'stacked' : 'overlaid');
  }

  /** Returns whether a lane can be drawn on top: lanes in one plot cover each other if they are many, or have ribbons. */
  offersFocus(lanes: number): boolean {
    const covers = lanes >= STACKED_FROM || (lanes > 1 && this.seeds > 0);
    return covers && this.layoutOf(lanes) === 'overlaid';
  }

  /** Returns the scale of a view that offers `scales`; the first by default. */
  scaleOf(id: string, scales: readonly AxisScale[]): AxisScale {
    return scales.find((scale) => scale === this.scales[id]) ?? scales[0] ?? 'linear';
  }

  setScale(id: string, scale: AxisScale, scales: readonly AxisScale[]): void {
    const others = Object.entries(this.scales).filter(([other]) => other !== id);
    this.scales = Object.fromEntries(scale === scales[0] ? others : [...others, [id, scale]]);
  }
}
