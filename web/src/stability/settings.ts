/** The settings of the stability view, and their form in addresses: `#stability/a0.0156_b0.156_p0.01_xalpha`. */

/** Names as in `crates/aqm-reproduce/src/stability/view.rs`. */
export const PARAMETERS = [
  'alpha',
  'beta',
  'updateMs',
  'rttMs',
  'flows',
  'rateMbps',
  'probability',
  'targetMs',
  'packetBytes',
] as const;
export type Parameter = (typeof PARAMETERS)[number];
/** Parameters that the theory depends on: the horizontal axes of margins. */
export const AXES = PARAMETERS.slice(0, 7);

export const TUNINGS = ['paper2013', 'rfc8033', 'squared', 'fixed'] as const;
export type Tuning = (typeof TUNINGS)[number];
export const READINGS = ['derived', 'printed'] as const;
export type Reading = (typeof READINGS)[number];
export const LINES = ['gains', 'rtt', 'beta', 'one'] as const;
export type Lines = (typeof LINES)[number];

export interface Settings {
  /** Values that are set, in the units of their names; `probability` is 0..1. Others are the paper's. At most one of N and p0 is set. */
  readonly values: Readonly<Partial<Record<Parameter, number>>>;
  readonly tuning: Tuning;
  /** Which line of the paper's equation (9) gives the gain. */
  readonly reading: Reading;
  /** The horizontal axis of the margins. */
  readonly against: Parameter;
  /** The curves beside that of the point. */
  readonly lines: Lines;
  /** Drop rate of the lane in Live from which the point was taken, 0..1. */
  readonly measured?: number | undefined;
}

export const STANDARD: Settings = {
  values: {},
  tuning: 'paper2013',
  reading: 'derived',
  against: 'probability',
  lines: 'gains',
};

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

/** Returns the settings with another value of a parameter. N and p0 follow each other, so one of them is no longer set. */
export function withValue(settings: Settings, name: Parameter, value: number): Settings {
  const values: Partial<Record<Parameter, number>> = { ...settings.values, [name]: value };
  if (name === 'flows') delete values.probability;
  if (name === 'probability') delete values.flows;
  return { ...settings, values };
}

/** Returns whether p0 is set, and N follows. */
export const setsProbability = ({ values }: Settings): boolean => values.probability !== undefined;

const KEYS: Readonly<Record<Parameter, string>> = {
  alpha: 'a',
  beta: 'b',
  updateMs: 'T',
  rttMs: 'R',
  flows: 'N',
  rateMbps: 'C',
  probability: 'p',
  targetMs: 'd',
  packetBytes: 's',
};
const MEASURED = 'm';
const WORDS = { tuning: ['t', TUNINGS], reading: ['e', READINGS], against: ['x', AXES], lines: ['l', LINES] } as const;
type Word = keyof typeof WORDS;
const WORD_NAMES = Object.keys(WORDS) as Word[];

/** Six digits, as sliders and fields show. */
const short = (value: number): string => String(Number(value.toPrecision(6)));

/** Returns the path of an address. */
export function encode(settings: Settings): string {
  const parts = PARAMETERS.flatMap((name) => {
    const value = settings.values[name];
    return value === undefined ? [] : [KEYS[name] + short(value)];
  });
  if (settings.measured !== undefined) parts.push(MEASURED + short(settings.measured));
  for (const name of WORD_NAMES)
    if (settings[name] !== STANDARD[name]) parts.push(WORDS[name][0] + settings[name]);
  return parts.join('_');
}

/** Longest path that is read, characters. */
const LONGEST = 400;

/** Reads the path of an address. With a problem, the settings are the paper's. */
export function decode(path: string): { readonly settings: Settings; readonly problem?: string } {
  const fail = (what: string): ReturnType<typeof decode> => ({
    settings: STANDARD,
    problem: `The address is not valid: ${what} The page shows the paper's values.`,
  });
  if (path === '') return { settings: STANDARD };
  if (path.length > LONGEST) return fail(`it has ${path.length} characters, at most ${LONGEST} are read.`);
  let settings = STANDARD;
  const seen = new Set<string>();
  for (const part of path.split('_')) {
    const [key = '', rest] = [part.slice(0, 1), part.slice(1)];
    if (seen.has(key)) return fail(`“${key}” is in it twice.`);
    seen.add(key);
    const name = PARAMETERS.find((one) => KEYS[one] === key);
    const word = WORD_NAMES.find((one) => WORDS[one][0] === key);
    if (name !== undefined || key === MEASURED) {
      if (!/^\d{1,9}(\.\d{1,12})?(e-?\d{1,2})?$/.test(rest)) return fail(`“${part}” needs a number after “${key}”.`);
      const value = Number(rest);
      settings = name ? withValue(settings, name, value) : { ...settings, measured: value };
    } else if (word !== undefined) {
      const options: readonly string[] = WORDS[word][1];
      if (!options.includes(rest)) return fail(`“${part}” is none of ${options.map((o) => key + o).join(', ')}.`);
      settings = { ...settings, [word]: rest };
    } else return fail(`“${part.slice(0, 20)}” is no setting of this view.`);
  }
  if (seen.has(KEYS.flows) && seen.has(KEYS.probability))
    return fail('it sets N and p, of which one follows from the other.');
  if ((settings.measured ?? 0) > 1) return fail('the measured drop rate is above 1.');
  return { settings };
}
