import { linesOf, timeOf } from './lines';
import { type Imported, MOST_SERIES, present, type Recorded, Samples } from './recorded';
import { quoted, Refusal, refusedAt } from './refusal';
import { Stamped } from './stamped';

const QDISC = /^qdisc (\S+) (\S+) (?:dev (\S+))?/;
const SENT = /^Sent (\d+) bytes (\d+) pkt \(dropped (\d+)/;
const BACKLOG = /^backlog \S+ (\d+)p/;

/** Counters of a qdisc at a time. */
interface Counters {
  bytes: number;
  packets: number;
  dropped: number;
  backlog: number;
}

/** What was sampled of a qdisc. */
class Qdisc {
  readonly rate = new Samples();
  readonly drops = new Samples();
  readonly backlog = new Samples();
  #last: { readonly atS: number; readonly counters: Counters } | undefined;
  /** Bytes sent between the first and the last sample. */
  bytes = 0;

  add(atS: number, counters: Counters): void {
    const last = this.#last;
    this.backlog.add(atS, counters.backlog);
    const s = last ? atS - last.atS : 0;
    if (last && s > 0) {
      // The counters start again at zero when the qdisc is replaced.
      const since = (of: keyof Counters): number =>
        counters[of] >= last.counters[of] ? counters[of] - last.counters[of] : counters[of];
      this.bytes += since('bytes');
      this.rate.add(atS, (8 * since('bytes')) / s / 1e6);
      this.drops.add(atS, since('dropped'), since('packets') + since('dropped'));
    }
    if (!last || s > 0) this.#last = { atS, counters };
  }
}

/** Returns whether a text looks like samples of `tc -s qdisc`. */
export const isTc = (text: string): boolean =>
  /^qdisc \S+ \S+:/m.test(text) || /^[^[{\n]*\[\s*\{\s*"kind"/m.test(text.slice(0, 10_000));

/**
 * Reads samples of `tc -s qdisc`, or of `tc -s -j qdisc`: a line with a time stamp, and then the output, again and again. JSON can also
 * stand behind its time stamp.
 */
export function readTc(text: string): Imported {
  const all = new Map<string, Qdisc>();
  const time = new Stamped('tc');
  /** The qdisc whose lines are being read. */
  let name: string | undefined;
  let counters: Counters | undefined;

  const add = (of: string, at: Counters, line: number): void => {
    time.count(line);
    let qdisc = all.get(of);
    if (!qdisc) {
      if (all.size >= MOST_SERIES / 3) return;
      all.set(of, (qdisc = new Qdisc()));
    }
    qdisc.add(time.atS, at);
  };
  const finish = (line: number): void => {
    if (name !== undefined && counters) add(name, counters, line);
    [name, counters] = [undefined, undefined];
  };

  let last = 1;
  for (const { number, text: whole } of linesOf(text)) {
    last = number;
    let line = whole.trim().replace(/^#\s*/, '');
    const json = line.indexOf('[');
    const stamp = (json > 0 ? line.slice(0, json) : line).trim();
    const stampS = json === 0 ? NaN : timeOf(stamp);
    if (!Number.isNaN(stampS)) {
      finish(number);
      time.stamp(stampS);
      line = json > 0 ? line.slice(json) : '';
    }
    if (line.startsWith('[')) {
      finish(number);
      for (const [of, at] of jsonSample(line, number)) add(of, at, number);
      continue;
    }
    const qdisc = QDISC.exec(line);
    if (qdisc) {
      finish(number);
      name = [qdisc[3], qdisc[1], qdisc[2]].filter(Boolean).join(' ');
      continue;
    }
    const sent = SENT.exec(line);
    if (sent) {
      const [bytes, packets, dropped] = sent.slice(1).map(Number);
      counters = { bytes, packets, dropped, backlog: 0 };
    }
    const backlog = BACKLOG.exec(line);
    if (backlog && counters) counters.backlog = Number(backlog[1]);
  }
  finish(last);
  if (time.isEmpty) throw new Refusal('No line has the counters that `tc -s qdisc` prints.');
  return { format: 'samples of tc', series: seriesOf(all, time.startS) };
}

/** Returns the counters of the qdiscs in one output of `tc -s -j qdisc`. */
function jsonSample(line: string, number: number): [string, Counters][] {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw refusedAt(number, `${quoted(line)} is no JSON of tc. Each output must be one line.`);
  }
  if (!Array.isArray(value)) throw refusedAt(number, 'the JSON of tc is no list.');
  return value.flatMap((entry: unknown): [string, Counters][] => {
    const of = (key: string): unknown =>
      typeof entry === 'object' && entry !== null
        ? (entry as Readonly<Record<string, unknown>>)[key]
        : undefined;
    const amount = (key: string): number => {
      const found = of(key);
      return typeof found === 'number' && Number.isFinite(found) && found >= 0 ? found : NaN;
    };
    const [bytes, packets, dropped] = [amount('bytes'), amount('packets'), amount('drops')];
    // Old versions print empty objects for options.
    if (Number.isNaN(bytes + packets + dropped)) return [];
    const words = [of('dev'), of('kind'), of('handle')];
    const name = words.filter((word): word is string => typeof word === 'string').join(' ');
    return [[name, { bytes, packets, dropped, backlog: amount('qlen') || 0 }]];
  });
}

/** Returns the series, those of the qdisc that sent most first. */
function seriesOf(all: ReadonlyMap<string, Qdisc>, startS: number): Recorded[] {
  const busiest = [...all].sort(([, a], [, b]) => b.bytes - a.bytes);
  return present(
    busiest.flatMap(([of, { rate, drops, backlog }]) => [
      rate.series(`throughput, ${of}`, 'throughput', startS, { isOverTime: true }),
      drops.series(`drops, ${of}`, 'drops', startS, { isOverTime: true, isWeighted: true }),
      backlog.series(`backlog, ${of}`, 'backlog', startS),
    ]),
  );
}
