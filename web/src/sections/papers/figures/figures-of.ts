import type { Report } from '../report.generated';
import type { FigureOf } from './figure';
import { plotFigures } from './plot-figures';
import { rowFigures } from './row-figures';
import { setUpFigures } from './set-up-figures';

/**
 * Returns the figures of a report: one for each measure if its rows have a number as their setting, then its plots. A table without
 * either has a figure over its set-ups.
 */
export const figuresOf = (report: Report): FigureOf[] => [
  ...rowFigures(report),
  ...setUpFigures(report),
  ...plotFigures(report),
];
