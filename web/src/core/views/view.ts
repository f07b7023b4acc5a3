import type { Reference, ScaleKind, Series } from '../../kit/charts';
import type { Scenario } from '../document/scenario';
import type { LaneFlows } from '../sim/flows';
import type { DetailName } from '../sim/protocol';
import type { LaneColumns } from '../sim/series';
import type { PlaneView } from './plane-view';

/** A time series of a lane, or a fact about it, by name. */
export type ColumnOfLane = keyof LaneColumns;

/** Name, colour and dash of a lane, as its series have them. */
export type LaneStyle = Pick<Series, 'id' | 'label' | 'labelAt' | 'colour' | 'dash'>;

/** A lane as a view draws it: its style, and the columns that the view names. */
export interface ViewLane<Needed extends ColumnOfLane = ColumnOfLane> {
  readonly style: LaneStyle;
  readonly columns: Pick<LaneColumns, Needed>;
  /** Names of the traffic groups. */
  readonly groups?: readonly string[];
  /** The run has reached its end, so no more samples follow. */
  readonly isOver: boolean;
  /** Records of its flows, if the view names details. */
  readonly flows?: LaneFlows | undefined;
  /** Number of the hop of the lanes; 1 if it is missing. */
  readonly laneHop?: number;
}

/** Any plot of the page. */
export type View = TimeView | PlaneView;

/** A plot over simulated time. One file declares everything about it; `registry.ts` lists them. */
export interface TimeView<Needed extends ColumnOfLane = ColumnOfLane> {
  /** Its name in links, so it never changes: letters and hyphens. */
  readonly id: string;
  readonly title: string;
  /** The exact quantity, where it is measured, and over which time. "{bin}" is replaced by the width of the bins of rates. */
  readonly subtitle: string;
  /** Anchor of its definition in docs/metrics.md. */
  readonly definition: string;
  readonly unit: string;
  /** The columns that `series` reads; it gets no others. */
  readonly columns: readonly Needed[];
  /** Shown while there is nothing to draw. */
  readonly empty?: string;
  /** Records that the workers send only while a view draws them. */
  readonly details?: readonly DetailName[];
  /** The scales that the value axis offers, the first by default. */
  readonly scales: readonly [ScaleKind, ...ScaleKind[]];
  /** The range that a scale always shows. */
  readonly least: Readonly<Partial<Record<ScaleKind, readonly [low: number, high: number]>>>;
  /** The axis never grows beyond this. */
  readonly most?: number;
  /** A logarithmic axis never goes below this. */
  readonly lowest?: number;
  /** The same as `most` in low rows: greater values are cut off there, so that small ones stay visible. */
  readonly mostInRows?: number;
  /** Height relative to other views. */
  readonly share: number;
  /** Least height of a row if each lane has one, px. */
  readonly rowPx: number;
  /** Each lane always has a row of its own, because series of different lanes cannot share a plot. */
  readonly isAlwaysStacked?: boolean;
  /** The series of a lane differ by their dashes, so a legend names them. */
  readonly hasLegend?: boolean;
  /** Runs with other seeds are drawn behind the last series of each lane. */
  readonly hasSeeds?: boolean;
  /** It counts drops and marks, each of which can be opened. */
  readonly hasEvents?: boolean;
  /** It shows the reverse bottleneck, which few scenarios have. */
  readonly isReverse?: boolean;
  /** It shows the hop with this number, which is not that of the lanes. */
  readonly hop?: number;
  /** It shows inner state, which only these disciplines have. */
  readonly kinds?: readonly string[];
  /** Number of a sentence about it in `HELP`. */
  readonly help?: number;
  /** Horizontal lines for comparison. `nowMbps`: the bandwidth in force, which a schedule can set. */
  readonly references?: (scenario: Scenario, nowMbps?: number) => readonly Reference[];
  readonly series: (lane: ViewLane<Needed>) => readonly Series[];
}

/** Declares a view. The columns that it names are the only ones that `series` can read. */
export const view = <const Needed extends ColumnOfLane>(declared: TimeView<Needed>): TimeView =>
  declared;

/** Returns one reference line for each distinct value of the lanes, which may have none. */
export const distinctOfLanes = (
  values: readonly (number | undefined)[],
  label: string,
): Reference[] =>
  [...new Set(values)].flatMap((value) =>
    value === undefined
      ? []
      : { value, label, lanes: [...values.keys()].filter((lane) => values[lane] === value) },
  );

/** Returns one reference line for each distinct value. */
export const distinct = (values: readonly number[], label: string): Reference[] =>
  [...new Set(values)].map((value) => ({ value, label }));
