import { delay, fixed, packets as packetsText, quantity } from '../../core/content/format';
import type { FlowFace } from './flows';
import { type Goal, latestWaitMs, waitingAt, windowAt } from './model';
import type { Recording } from './recording';

/** Returns the speed in words: "1 s on your watch = 10 ms in the network". */
export function scaleInWords(speed: number): string {
  if (!Number.isFinite(speed)) return 'as fast as the machine computes';
  const ms = 1000 * speed;
  const time = ms < 1000 ? `${quantity(ms)} ms` : `${quantity(speed)} s`;
  return `1 s on your watch = ${time} in the network`;
}

/** A sentence about something that happened: its first words are the most important. */
export interface Said {
  readonly who: string;
  readonly rest: string;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the reason without the name of the discipline at its start, which stands before it already. */
const reasonOf = (sentence: string): string => capital(sentence.replace(/^[\w-]+: /, ''));

/** Returns what happened at a step. */
export function saidOf(
  goal: Goal,
  recording: Recording,
  lane: string,
  faces: readonly FlowFace[],
  hops: number,
): Said {
  const { packets, reasons } = recording;
  const { row, what } = goal;
  const name = faces[packets.flow[row]]?.name ?? `flow ${packets.flow[row]}`;
  const number = `packet ${packets.number[row]} of ${name}`;
  const hop = packets.hop[row];
  const place = hops > 1 && hop >= 0 ? ` at hop ${hop + 1}` : '';
  const wait = 1000 * (packets.left[row] - packets.arrived[row]);
  const reason = reasons[packets.text[row]];
  const why = reason ? ` ${reasonOf(reason.sentence)}` : '';
  switch (what) {
    case 'dropped': {
      const after = wait < 1e-6 ? 'on arrival' : `after ${delay(wait)} ms in the queue`;
      return { who: `${lane} drops`, rest: `${number}${place} ${after}.${why}` };
    }
    case 'marked':
      return { who: `${lane} marks`, rest: `${number}${place}.${why}` };
    case 'lost':
      return { who: `${capital(number)} is lost`, rest: `on the path behind ${lane}.` };
    case 'leaves':
      return {
        who: `${capital(number)} leaves`,
        rest: `${lane}${place} after ${delay(wait)} ms in the queue.`,
      };
    case 'acked': {
      const window = windowAt(recording, packets.flow[row], goal.atS);
      const now = window ? ` Its window is ${quantity(Math.round(window.cwnd))} packets.` : '';
      return {
        who: `An ACK reaches the sender of ${name}`,
        rest: `(${lane}): all packets before ${packets.number[row]} have arrived.${now}`,
      };
    }
    default: {
      const will = packets.left[row] < 0 ? '' : ` It will wait ${delay(wait)} ms.`;
      return { who: `${capital(number)} reaches`, rest: `${lane}${place}.${will}` };
    }
  }
}

/** Returns the picture of a lane in words, for readers who do not see it. */
export function laneInWords(
  recording: Recording,
  tS: number,
  {
    lane,
    hop,
    faces,
    watched,
  }: { lane: string; hop: number; faces: readonly FlowFace[]; watched: number | undefined },
): string {
  const waiting = waitingAt(recording, tS, hop);
  const parts = [`${lane}: ${packetsText(waiting)} ${waiting === 1 ? 'waits' : 'wait'}`];
  for (const [flow] of recording.windows) {
    const window = windowAt(recording, flow, tS);
    if (window)
      parts.push(
        `${faces[flow]?.name ?? `flow ${flow}`} has a window of ${Math.round(window.cwnd)}, ${window.inFlight} in flight`,
      );
    if (parts.length > 9) break;
  }
  if (watched !== undefined) {
    const wait = latestWaitMs(recording, tS, hop, watched);
    if (wait !== undefined)
      parts.push(
        `the latest packet of ${faces[watched]?.name ?? 'the flow'} waited ${delay(wait)} ms`,
      );
  }
  return `${parts.join('; ')}.`;
}

/** Returns a time with a resolution of 0.1 ms. */
export const clockText = (s: number): string => `${fixed(s, 4)} s`;
