import type { Curve, Lane, ScaleKind } from '../../kit/charts';
import type { LaneReport } from '../sim/measures.generated';
import type { DetailName, LaneDetails } from '../sim/protocol';
import type { Scenario } from '../document/scenario';
import type { LaneColumns } from '../sim/series';
import type { LaneFlows } from '../sim/flows';

/** A lane as a view without time draws it. */
export interface PlaneLane {
  readonly style: Lane;
  readonly columns: LaneColumns;
  readonly flows: LaneFlows | undefined;
  readonly details: LaneDetails | undefined;
  /** The numbers since the warm-up. */
  readonly whole: LaneReport;
  readonly scenario: Scenario;
  /** The span that the headline numbers describe, s. */
  readonly fromS: number;
  readonly toS: number;
  readonly isWhole: boolean;
}

/** An axis of such a view. */
interface PlaneAxis {
  readonly name: string;
  readonly unit: string;
  /** The range that a scale always shows. */
  readonly least: Readonly<Partial<Record<ScaleKind, readonly [low: number, high: number]>>>;
  readonly most?: number;
  readonly isReversed?: boolean;
  /** The range is that of the data only. */
  readonly fits?: boolean;
}

/** A plot without time. It describes the span of the headline numbers: the visible time, or the whole run after its warm-up. */
export interface PlaneView {
  readonly isPlane: true;
  /** Its name in links, so it never changes: letters and hyphens. */
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  /** Anchor of its definition in docs/metrics.md. */
  readonly definition: string;
  readonly details: readonly DetailName[];
  /** The scales that the horizontal axis offers, the first by default. */
  readonly scales: readonly [ScaleKind, ...ScaleKind[]];
  readonly x: PlaneAxis;
  readonly y: PlaneAxis;
  /** Columns of the table for screen readers. */
  readonly columns: readonly string[];
  readonly better?: string;
  /** Vertical lines for comparison. */
  readonly references?: (
    scenario: Scenario,
  ) => readonly { readonly value: number; readonly label: string }[];
  /** Shown while there is nothing to draw. */
  readonly empty?: string;
  readonly curves: (lane: PlaneLane) => readonly Curve[];
}
