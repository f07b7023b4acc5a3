/**
 * The words of the player in the language of a story: one file for each language in `words`, named by its tag. `{name}` is a value. A
 * language without a file has the English words, and the decimal separator of its own.
 */

import type { Face } from './plot';
import english from './words/en.json' with { type: 'json' };

const FILES = import.meta.glob<WordFile>('./words/*.json', { eager: true, import: 'default' });

/** What a file of `words` holds. */
export interface WordFile {
  readonly words: Readonly<Record<string, string>>;
  /** Titles of plots, measures and controls by their English ones. One that is missing stays English. */
  readonly names: Readonly<Record<string, string>>;
}

export const ENGLISH = { ...english.words, language: 'en', decimal: '.', names: {} } as const;

/** The words of a language. */
export interface Words extends Readonly<Record<keyof typeof english.words, string>> {
  /** The language of these words (BCP 47). */
  readonly language: string;
  /** What stands between a whole number and its decimals. */
  readonly decimal: string;
  readonly names: Readonly<Record<string, string>>;
}

/** Returns the words of a language tag, such as `de` or `de-AT`. */
export function wordsOf(tag: string): Words {
  const [primary] = tag.toLowerCase().split('-');
  const language = [tag.toLowerCase(), primary].find((name) => `./words/${name}.json` in FILES);
  const { words = {}, names = {} } = FILES[`./words/${language}.json`] ?? {};
  return { ...ENGLISH, ...words, names, language: language ?? 'en', decimal: decimalOf(tag) };
}

/** Returns the decimal separator of a language; a point for a tag that the browser refuses. */
function decimalOf(tag: string): string {
  try {
    const parts = new Intl.NumberFormat(tag, { numberingSystem: 'latn' }).formatToParts(1.5);
    return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  } catch {
    return '.';
  }
}

/** Returns a text with values in the place of its names in braces. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** Units that are words. */
const UNITS = ['packets', 'packet', 'bytes', 'flows', 'flow', 'stalls', 'completions'] as const;

/** Returns a unit in the language: signs such as `ms` are the same in all. */
export const unitIn = (unit: string, words: Words): string => {
  const known = UNITS.find((one) => one === unit);
  return known ? words[known] : unit;
};

/** Returns a number with its unit in the language: "8,03 ms", "1,5 Pakete". */
export const local = (text: string | number, words: Words): string =>
  String(text)
    .replace(/(\d)\.(?=\d)/g, `$1${words.decimal}`)
    .replace(/[a-z]+$/, (unit) => unitIn(unit, words));

/** Returns the title of a plot, a measure or a control. */
export const nameIn = (name: string, words: Words): string =>
  Object.hasOwn(words.names, name) ? (words.names[name] ?? name) : name;

/** Returns what a plot shows, in the language. */
export const faceIn = (face: Face, words: Words): Face => ({
  ...face,
  title: nameIn(face.title, words),
  unit: unitIn(face.unit, words),
  about: nameIn(face.about, words),
});

/** Returns the label of a control, and where it is: "Puffer, ab 10 s". */
export const labelIn = (label: string, words: Words): string =>
  label
    .split(', ')
    .map((part) => {
      const [, what, value = ''] = /^(from|lane|hop) (.+?)(?: s)?$/.exec(part) ?? [];
      if (what === 'from') return filled(words.fromTime, { time: local(value, words) });
      if (what === 'lane') return filled(words.ofLane, { lane: value });
      return what === 'hop' ? filled(words.ofHop, { hop: value }) : nameIn(part, words);
    })
    .join(', ');
