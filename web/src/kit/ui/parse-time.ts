import { type Parsed, parseQuantity } from './parse';

const CLOCK = /^(\d+):([0-5]?\d(?:[.,]\d+)?)$/;
const EXAMPLES = 'Type 12.5, 250 ms, 1.5 min or 1:02.';

/**
 * Reads a typed time in s: "12.5", "12.5 s", "250 ms", "1.5 min", "1:02", "1:02.5". The result is in whole milliseconds.
 * Refuses a time outside `from` to `to`, s.
 */
export function parseTime(text: string, [from, to]: readonly [number, number]): Parsed {
  const trimmed = text.trim();
  const [, minutes, seconds] = CLOCK.exec(trimmed) ?? [];
  const parsed: Parsed =
    minutes === undefined
      ? parseQuantity(trimmed, 's', { ms: 0.001, min: 60 })
      : { ok: true, value: 60 * Number(minutes) + Number(seconds.replace(',', '.')) };
  if (!parsed.ok) return { ok: false, why: `“${trimmed}” is not a time. ${EXAMPLES}` };
  const value = Math.round(parsed.value * 1000) / 1000;
  if (value >= from && value <= to) return { ok: true, value };
  return {
    ok: false,
    why: `${timeText(value)} is out of range: ${shortTime(from)} to ${timeText(to)}.`,
  };
}

const shortTime = (s: number): string => String(Math.round(s * 1000) / 1000);

/** Writes a time as `parseTime` reads it, without trailing zeros: "12.5 s". */
export const timeText = (s: number): string => `${shortTime(s)} s`;
