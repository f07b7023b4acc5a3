import { numbersIn } from '../../core/content/numbers';

type Rules = Parameters<typeof numbersIn>[1];

/** A range between two numbers: ".." or "…". */
const DOTS = '…';
/** Series that repeat ten times larger. */
const DECADES = [
  [1, 2, 5],
  [2, 5, 10],
  [5, 10, 20],
  [1, 3],
  [3, 10],
];
/** Relative error of two numbers that count as equal. */
const EQUAL = 1e-9;

/**
 * Reads the values of a parameter: numbers and ranges. "1..5" has steps of 1; "10, 20 … 100" and "1, 2, 4 … 64" go on as they begin,
 * and "1, 2, 5 … 100" repeats its numbers ten times larger. Returns the reason if the text is not accepted.
 */
export function valuesIn(text: string, rules: Rules): readonly number[] | string {
  const spaced = text.replaceAll(/\.{2,}|…/g, ` ${DOTS} `);
  const words = spaced.split(/[\s,;]+/).filter((word) => word !== '');
  const most = rules.max ?? Infinity;
  const expanded: string[] = [];
  /** Index of the first number after the latest range. */
  let first = 0;
  for (let i = 0; i < words.length; i++) {
    if (words[i] !== DOTS) {
      expanded.push(words[i]);
      continue;
    }
    const start = expanded.slice(first).map(Number);
    const end = Number(words[i + 1] ?? NaN);
    if (start.length === 0 || Number.isNaN(end)) return 'a range needs a number at both ends';
    if (start.some(Number.isNaN)) break;
    const further = series(start, end, most);
    if (typeof further === 'string') return further;
    expanded.push(...further.map(String));
    first = expanded.length;
    i++;
  }
  // A wrong word before a range ended the loop; it is reported as it was typed.
  const isRead = !words.includes(DOTS) || first > 0;
  return numbersIn(isRead ? expanded.join(' ') : spaced.replaceAll(DOTS, ' '), rules);
}

/** Returns the numbers after `start` up to `end`, or why they are not known. Stops after `most` numbers. */
function series(start: readonly number[], end: number, most: number): readonly number[] | string {
  const next = continuation(start, end);
  if (next === undefined)
    return `"${start.join(', ')} ${DOTS}" has no clear continuation; write equal steps, equal ratios, or 1, 2, 5`;
  const found: number[] = [];
  const last = start.at(-1)!;
  if (isSame(last, end)) return [];
  const isUp = end > last;
  for (let i = 0; found.length <= most; i++) {
    const value = Number(next(i).toPrecision(12));
    if (isSame(value, end)) return [...found, end];
    if (isUp ? value > end : value < end)
      return `${start.join(', ')} ${DOTS} does not reach ${end}; give the next number of the series`;
    found.push(value);
  }
  return found;
}

/** Returns the numbers after `start` by their index; undefined if `start` does not tell them. */
function continuation(
  start: readonly number[],
  end: number,
): ((index: number) => number) | undefined {
  const last = start.at(-1)!;
  if (start.length === 1) return (i) => last + Math.sign(end - last || 1) * (i + 1);
  const steps = start.slice(1).map((value, i) => value - start[i]);
  const leads = (end - last) * steps[0] > 0;
  if (steps.every((step) => isSame(step, steps[0])))
    return leads ? (i) => last + steps[0] * (i + 1) : undefined;
  const isPositive = start.every((value) => value > 0);
  const ratios = start.slice(1).map((value, i) => value / start[i]);
  if (isPositive && ratios.every((ratio) => isSame(ratio, ratios[0])))
    return leads ? (i) => last * ratios[0] ** (i + 1) : undefined;
  const isDecade = isSame(last, 10 * start[0]);
  const cycle = isDecade ? start.slice(0, -1) : start;
  const isKnown = DECADES.some(
    (one) =>
      one.length === cycle.length &&
      one.every((value, i) => isSame(value * cycle[0], cycle[i] * one[0])),
  );
  if (!isKnown || !isPositive || end <= last) return undefined;
  return (i) => {
    const index = (isDecade ? 1 : 0) + i;
    return cycle[index % cycle.length] * 10 ** (1 + Math.floor(index / cycle.length));
  };
}

const isSame = (a: number, b: number): boolean =>
  Math.abs(a - b) <= EQUAL * Math.max(Math.abs(a), Math.abs(b));
