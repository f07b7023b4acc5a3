import { Bins } from './bins';
import { linesOf, numberOf } from './lines';
import { type Imported, LONGEST_S, MOST_SAMPLES, present, Samples } from './recorded';
import { quoted, Refusal, refusedAt } from './refusal';

const HEAD = /^#\s*base timestamp:\s*(\S+)/;

/** Returns whether a text looks like a log of mahimahi's mm-link. */
export const isMahimahi = (text: string): boolean =>
  /^# (?:mahimahi|command line|queue|base timestamp)/m.test(text.slice(0, 4000)) ||
  /^\d+ (?:[+#] \d+|- \d+ \d+|d \d+ \d+)\r?$/.test(text.slice(0, 80).split('\n')[0]);

/**
 * Reads the log of one direction of mahimahi's mm-link: lines `T + BYTES` (arrival), `T - BYTES DELAY` (departure), `T # BYTES`
 * (opportunity) and `T d PACKETS BYTES` (drop), with times in ms.
 */
export function readMahimahi(text: string): Imported {
  const delays = new Samples();
  const bins = new Bins();
  let baseMs: number | undefined;
  let count = 0;
  for (const { number, text: line } of linesOf(text)) {
    if (line.startsWith('#')) {
      const head = HEAD.exec(line);
      if (!head) continue;
      baseMs = numberOf(head[1]);
      if (Number.isNaN(baseMs))
        throw refusedAt(number, `the base timestamp ${quoted(head[1])} is no number.`);
      continue;
    }
    if (line.trim() === '') continue;
    if (++count > MOST_SAMPLES)
      throw new Refusal(`The log has more than ${MOST_SAMPLES} events. Cut a part out of it.`);
    const [at, event, first, second] = line.trim().split(/\s+/, 5);
    const ms = numberOf(at);
    const amount = numberOf(first ?? '');
    if (Number.isNaN(ms) || Number.isNaN(amount) || !'+-#d'.includes(event ?? ' '))
      throw refusedAt(number, `${quoted(line)} is no event of mahimahi, such as “1200 - 1504 35”.`);
    baseMs ??= ms;
    const atS = (ms - baseMs) / 1000;
    if (atS < 0 || atS > LONGEST_S)
      throw refusedAt(
        number,
        `the time is ${atS} s after the start; expected 0 to ${LONGEST_S} s.`,
      );
    const bin = bins.at(atS);
    // mahimahi writes an arrival for dropped packets, too.
    if (event === '+') bin.offered++;
    else if (event === 'd') bin.dropped += amount;
    else if (event === '-') {
      const delay = numberOf(second ?? '');
      if (Number.isNaN(delay)) throw refusedAt(number, 'a departure has no delay.');
      bin.bits += 8 * amount;
      delays.add(atS, delay);
    }
  }
  if (count === 0) throw new Refusal('The log of mahimahi has no events.');
  const series = present([
    delays.series('delay of departures', 'delay', 0),
    ...bins.series('departures', 'drops'),
  ]);
  return { format: 'log of mahimahi', series };
}
