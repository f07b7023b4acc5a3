import { encode, type Settings, STANDARD } from './stability';

const SMALLEST = { alpha: 0.0156, beta: 0.156 };

/** Hollot et al. 2001, section 5: 60 flows, 3750 packets/s of 500 bytes, 200 ms and 175 packets; the gains as printed. */
export const HOLLOT: Settings = {
  ...STANDARD,
  values: {
    gainA: 1.822e-5,
    gainB: 1.816e-5,
    flows: 60,
    rateMbps: 15,
    rttMs: 246.7,
    packetBytes: 500,
  },
  tuning: 'pi',
  against: 'flows',
};

/** The figures of the paper. Fig. 14 names neither p0 nor gains: at this p0 the smallest pair has the margin of the text, 29.5°. */
export const FIGURES: readonly {
  readonly label: string;
  /** Names of its items in the catalogue of papers. */
  readonly items: readonly string[];
  readonly settings: Settings;
}[] = [
  {
    label: '13',
    items: ['pan-2013-pie/13'],
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
    items: ['pan-2013-pie/14'],
    settings: {
      ...STANDARD,
      values: { ...SMALLEST, probability: 0.0042 },
      tuning: 'fixed',
      lines: 'rtt',
    },
  },
  {
    label: '15 and 16',
    items: ['pan-2013-pie/15', 'pan-2013-pie/16', 'pan-2013-pie/15-packets'],
    settings: { ...STANDARD, values: { probability: 0.01 } },
  },
];

/** Returns the address of the stability view for an item of a paper: at its settings, if it is one of these figures. */
export function stabilityOfItem(item: string): string {
  const figure = FIGURES.find(({ items }) => items.includes(item));
  return figure ? `#stability/${encode(figure.settings)}` : '#stability';
}
