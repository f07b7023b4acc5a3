import type { Series } from '../../kit/charts';
import { rateOver } from '../../kit/charts/core/rebin';
import { laneLabelsOver } from '../../core/content/lane-labels';
import { groupNames } from '../../core/content/traffic';
import { laneHop } from '../../core/document/hops';
import { covered } from '../../core/document/interval';
import type { Workspace } from '../../core/state/workspace.svelte';
import { overTime, viewsOf } from '../../core/views/registry';
import type { LaneStyle } from '../../core/views/view';
import { lanesText, plotText, spokenLabel } from './texts';

/** Number of equal parts of the visible time for a trend. */
const PARTS = 40;

/** Returns the values of a series in equal parts of a span: means of a line, shares of a rate in %. */
export function partsOf(
  series: Series,
  [fromS, toS]: readonly [number, number],
  parts = PARTS,
): number[] {
  const stepS = (toS - fromS) / parts;
  return Array.from({ length: parts }, (_, i) => {
    const t = fromS + i * stepS;
    if (series.kind !== 'line') return rateOver(series.part, series.wholes, t, t + stepS);
    const { startS, stepS: sampleS, values, length } = series.column;
    const at = (s: number): number => Math.round((s - startS) / sampleS);
    let [sum, count] = [0, 0];
    for (let k = Math.max(0, at(t)); k < Math.min(length, Math.max(at(t) + 1, at(t + stepS))); k++)
      if (Number.isFinite(values[k])) {
        sum += values[k];
        count++;
      }
    return count > 0 ? sum / count : NaN;
  });
}

/**
 * Returns the state of the lanes in words, or the trend of the lines of a plot. `looks`: their names and styles; `plot`: the id of a
 * view over time that is shown.
 */
export function summary(
  workspace: Workspace,
  looks: readonly Omit<LaneStyle, 'id'>[],
  plot?: string,
): string {
  const { run, doc } = workspace;
  const groups = groupNames(doc.base.traffic);
  const { fromS, toS } = covered(run.report ?? { fromS: 0, toS: 0 });
  const labels = laneLabelsOver(doc, fromS, toS).map(spokenLabel);
  const lanes = run.lanes.flatMap((columns, lane) =>
    looks[lane]
      ? [
          {
            style: { ...looks[lane], id: String(lane), label: labels[lane] ?? '' },
            ...{ columns, groups, isOver: true, flows: run.flows[lane] },
            laneHop: laneHop(doc.base.link),
          },
        ]
      : [],
  );
  if (!run.report || lanes.length === 0) return 'There are no numbers yet. Press Play.';
  const view = overTime(viewsOf(workspace.display.views, doc.base)).find(({ id }) => id === plot);
  const span = [fromS, toS] as const;
  if (view) {
    const lines = lanes.flatMap((lane) =>
      view.series(lane).map((series) => ({
        label: series.inLane ? `${lane.style.label}, ${series.inLane}` : series.label,
        values: partsOf(series, span),
      })),
    );
    return plotText(view.title, view.unit, span, lines);
  }
  return lanesText(
    run.nowS,
    span,
    lanes.map(({ style, columns }, lane) => ({
      label: style.label,
      report: workspace.numbersOf(lane),
      delays: partsOf({ ...style, kind: 'line', column: columns.delayMean }, span),
    })),
  );
}
