import { linesOf, numberOf, timeOf } from './lines';
import { type Imported, MOST_SERIES, present, type Recorded, Samples } from './recorded';
import { Refusal, refusedAt } from './refusal';
import { Stamped } from './stamped';

const SOCKET =
  /^(?:tcp\s+)?(?:ESTAB|CLOSE-WAIT|FIN-WAIT-[12]|CLOSING|LAST-ACK)\s+\d+\s+\d+\s+(\S+)\s+(\S+)/;
const RTT = /(?:^|\s)rtt:([^\s/]+)/;
const RATE = /(?:^|\s)delivery_rate\s+(\d+(?:\.\d+)?)(bps|Kbps|Mbps|Gbps)?/;
const FACTORS: Readonly<Record<string, number>> = { bps: 1e-6, Kbps: 1e-3, Mbps: 1, Gbps: 1e3 };

/** Returns whether a text looks like samples of `ss -ti`. */
export const isSs = (text: string): boolean =>
  /\brtt:\d/.test(text) && /\b(?:cwnd:|rto:|ESTAB)/.test(text);

/** What `ss` said of a connection. */
interface Connection {
  readonly rtt: Samples;
  readonly rate: Samples;
}

/**
 * Reads samples of `ss -tin`: a line with a time stamp, and then the output, again and again. The time stamp can also stand before the
 * lines themselves, as `ts` writes it.
 */
export function readSs(text: string): Imported {
  const connections = new Map<string, Connection>();
  const time = new Stamped('ss');
  let name = 'connection';
  for (const { number, text: whole } of linesOf(text)) {
    let line = whole.trim().replace(/^#\s*/, '');
    const [first] = line.split(/\s+/, 1);
    const isoEnd = /^\S+ \d{2}:\d{2}:\d{2}\S*/.exec(line)?.[0];
    const stamp = [line, isoEnd, first].find((part) => part && !Number.isNaN(timeOf(part)));
    if (stamp) {
      time.stamp(timeOf(stamp));
      line = line.slice(stamp.length).trim();
    }
    const socket = SOCKET.exec(line);
    if (socket) name = `${socket[1]} to ${socket[2]}`;
    const rtt = RTT.exec(line);
    if (!rtt) continue;
    const ms = numberOf(rtt[1]);
    if (Number.isNaN(ms)) throw refusedAt(number, `rtt:${rtt[1].slice(0, 20)} is no number.`);
    time.count(number);
    let connection = connections.get(name);
    if (!connection) {
      if (connections.size >= MOST_SERIES / 2) continue;
      connections.set(name, (connection = { rtt: new Samples(), rate: new Samples() }));
    }
    connection.rtt.add(time.atS, ms);
    const rate = RATE.exec(line);
    if (rate) connection.rate.add(time.atS, Number(rate[1]) * FACTORS[rate[2] ?? 'bps']);
  }
  if (time.isEmpty) throw new Refusal('No line has an rtt, as `ss -tin` prints it.');
  const all: (Recorded | undefined)[] = [];
  for (const [of, { rtt, rate }] of connections) {
    all.push(rtt.series(`rtt, ${of}`, 'rtt', time.startS));
    all.push(rate.series(`delivery rate, ${of}`, 'throughput', time.startS));
  }
  return { format: 'samples of ss', series: present(all) };
}
