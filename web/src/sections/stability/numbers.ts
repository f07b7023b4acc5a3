import { fixed, quantity } from '../../core/content/format';
import type { Point } from './theory';

/** A number of an operating point, as the page shows it. */
export interface Entry {
  readonly id: string;
  readonly name: string;
  /** Its section of docs/metrics.md. */
  readonly anchor: string;
  readonly text: string;
  readonly unit: string;
  readonly note?: string;
}

/** Returns the numbers of an operating point. `isPi`: of PI, which has no auto-tuning. */
export function numbersOf(point: Point, isPi: boolean): readonly Entry[] {
  return [
    {
      id: 'phase',
      name: 'Phase margin',
      anchor: 'phase-margin',
      text: fixed(point.phaseMargin, 1),
      unit: '°',
    },
    {
      id: 'gain',
      name: 'Gain margin',
      anchor: 'gain-margin',
      text: fixed(point.gainMargin, 1),
      unit: 'dB',
    },
    {
      id: 'frequency',
      name: 'Loop frequency',
      anchor: 'loop-frequency',
      text: quantity(point.crossover),
      unit: 'rad/s',
      note: `${quantity(point.crossover / (2 * Math.PI))} Hz`,
    },
    {
      id: 'probability',
      name: 'Drop probability p₀',
      anchor: 'operating-point',
      text: quantity(100 * point.values.probability),
      unit: '%',
    },
    {
      id: 'window',
      name: 'Window W₀',
      anchor: 'operating-point',
      text: quantity(point.window),
      unit: 'packets',
    },
    // PI has none.
    ...(isPi
      ? []
      : [
          {
            id: 'factor',
            name: 'Auto-tuning',
            anchor: 'auto-tuning',
            text: `× ${quantity(point.factor)}`,
            unit: '',
          },
        ]),
  ];
}
