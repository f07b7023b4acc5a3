/** What decides the layout of the live run. */
export interface Facts {
  readonly isPhone: boolean;
  /** The window is high enough for plots with a row for each of six lanes. */
  readonly isRoomy: boolean;
  /** Everything is larger. */
  readonly isLarge: boolean;
  /** The user presents. */
  readonly presents: boolean;
  /** The controls are shown while presenting. */
  readonly hasKnobs: boolean;
  /** Width of the window, CSS px. */
  readonly widthPx: number;
  readonly lanes: number;
  /** Whether a lane has a common past with an earlier one. */
  readonly hasForks: boolean;
  /** Whether the parameters of a lane are open. */
  readonly hasLane: boolean;
  /** Whether one plot fills the page. */
  readonly isEnlarged: boolean;
  /** The queue view, and the insides of all lanes, are chosen. */
  readonly queue: boolean;
  readonly insides: boolean;
  /** The numbers of drawn plots without and with a time axis. */
  readonly planes: number;
  readonly overTime: number;
}

/** A low window has no room for more than the plots of many lanes. */
const MOST_IN_LOW = 4;

/** A window of this width has room for the parameters of a lane beside the plots, CSS px. */
const DOCK_PX = 1400;
/** Larger text, and plots without time, need this much more. */
const LARGER_PX = 500;
const SIDE_PLOTS_PX = 328;

/** Returns what of the live run is shown, and where. */
export function layoutOf(facts: Facts) {
  const { isPhone, isRoomy, isLarge, isEnlarged } = facts;
  const presents = facts.presents && !isPhone;
  const isFull = !isRoomy && facts.lanes > MOST_IN_LOW;
  const hasQueue = facts.queue && !isEnlarged;
  const isAlone = hasQueue && isLarge;
  const hasInsides = facts.insides && !facts.queue && !isEnlarged;
  const sidePlots = hasQueue ? 0 : facts.planes;
  const docks =
    facts.widthPx >= DOCK_PX + (isLarge ? LARGER_PX : 0) + (sidePlots > 0 ? SIDE_PLOTS_PX : 0);
  /** While presenting, the plots have the room of the controls unless a key or an open lane shows them. */
  const isQuiet = presents && !facts.hasKnobs;
  /** While presenting in a low window, the plots have the room of the overview. */
  const isTight = presents && !isRoomy;
  return {
    /** The track shows where lanes fork. */
    hasBranches: facts.hasForks && !isFull,
    /** The name of the scenario is above the lanes; otherwise above the controls. */
    hasRow: !isPhone && !isFull && (isRoomy || !isLarge),
    hasQueue,
    /** In a lecture hall the queue view has the page for itself. */
    isAlone,
    hasInsides,
    sidePlots,
    /** There are plots over time. A lower window has no room for one below the queue view. */
    hasStage: hasQueue ? !isPhone && !isAlone && isRoomy : !hasInsides || facts.overTime > 0,
    /** The parameters of a lane are beside the plots. */
    docks,
    hasOverview: !isQuiet && !isTight,
    /** There is a column with the controls. */
    hasSide: !isQuiet || (!docks && facts.hasLane),
  };
}
