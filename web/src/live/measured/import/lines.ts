import { Refusal } from './refusal';

/** Most lines of a file. */
const MOST_LINES = 4_000_000;

/** A line with its number, from 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/** Yields the lines of a text without the characters that end them, one after the other, so that memory stays small. */
export function* linesOf(text: string): Generator<Line> {
  let from = 0;
  for (let number = 1; from < text.length; number++) {
    if (number > MOST_LINES) throw new Refusal(`The file has more than ${MOST_LINES} lines.`);
    const found = text.indexOf('\n', from);
    const end = found < 0 ? text.length : found;
    yield { number, text: text.slice(from, end).replace(/\r$/, '') };
    from = end + 1;
  }
}

/** A decimal number, with an exponent or without. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** Returns the finite number that a text is; NaN for any other text. */
export function numberOf(text: string): number {
  const value = NUMBER.test(text) ? Number(text) : NaN;
  return Number.isFinite(value) ? value : NaN;
}

const CLOCK = /^(\d{1,2}):(\d{2}):(\d{2}(?:\.\d+)?)$/;
const DATE = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:[.,]\d+)?)\s*(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * Returns the time of a time stamp, s: seconds, or milliseconds, microseconds or nanoseconds since 1970 by their size; a time of the day; or
 * a date and time of ISO 8601. NaN for any other text.
 */
export function timeOf(text: string): number {
  const number = numberOf(text);
  if (!Number.isNaN(number)) {
    if (number > 1e17) return number / 1e9;
    if (number > 1e14) return number / 1e6;
    return number > 1e11 ? number / 1e3 : number;
  }
  const clock = CLOCK.exec(text);
  if (clock) return 3600 * Number(clock[1]) + 60 * Number(clock[2]) + Number(clock[3]);
  const date = DATE.exec(text);
  if (!date) return NaN;
  const [, day, time, zone = 'Z'] = date;
  // The fraction is added, because dates of JavaScript have whole milliseconds.
  const [whole, fraction = '0'] = time.replace(',', '.').split('.');
  return Date.parse(`${day}T${whole}${zone}`) / 1000 + Number(`0.${fraction}`);
}
