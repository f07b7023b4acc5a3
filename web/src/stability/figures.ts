import { type Settings, STANDARD } from '../content/stability';

const SMALLEST = { alpha: 0.0156, beta: 0.156 };

/** The figures of the paper. Fig. 14 names neither p0 nor gains: at this p0 the smallest pair has the margin of the text, 29.5°. */
export const FIGURES: readonly { readonly label: string; readonly settings: Settings }[] = [
  {
    label: '13',
    settings: {
      ...STANDARD,
      values: { ...SMALLEST, probability: 1e-4 },
      tuning: 'fixed',
      against: 'alpha',
      lines: 'beta',
    },
  },
  {
    label: '14',
    settings: {
      ...STANDARD,
      values: { ...SMALLEST, probability: 0.0042 },
      tuning: 'fixed',
      lines: 'rtt',
    },
  },
  { label: '15 and 16', settings: { ...STANDARD, values: { probability: 0.01 } } },
];
