import { expect, describe, test } from 'vitest';
import type { SenderAnswer, SenderEntry } from '../../core/sim/events.generated';
import { firedLine, numbersBeside } from './rules';
import {
  actionText,
  eventMarks,
  isSameEntry,
  nearestEvent,
  neighbour,
  standing,
  stateAfter,
} from './sender-events';
import { parseSenderRule, SENDER_RULES, senderRule, senderSentence } from './sender-rules';

function entry(atS: number, more: Partial<SenderEntry> = {}): SenderEntry {
  return {
    atS,
    action: 'retransmission',
    phase: null,
    segment: 7,
    reason: 'rack.overtaken',
    numbers: [],
    cwnd: [40, 40],
    ssthresh: [null, null],
    inFlight: 30,
    ...more,
  };
}

describe('rules of senders', () => {
  test('each code has a line and a sentence whose numbers are words of the rule', () => {
    expect(SENDER_RULES.length).toBeGreaterThan(25);
    for (const { rule, sentences } of SENDER_RULES) {
      expect(rule.source.length).toBeGreaterThan(5);
      const codes = rule.lines.flatMap(({ codes: of }) => of);
      expect(codes.toSorted()).toEqual([...sentences.keys()].toSorted());
      for (const code of codes) expect(senderRule(code)?.rule).toBe(rule);
    }
  });

  test('a file has its rule, an empty line, and a sentence for each code', () => {
    const { rule, sentences } = parseSenderRule(
      'RFC 1\non an ACK:\n  send it  # a.one {rto}\n\na.one: Because of {rto}: it is late.\n',
    );
    expect(rule.lines[1]).toEqual({
      depth: 1,
      text: 'send it',
      codes: ['a.one'],
      numbers: ['rto'],
    });
    expect(sentences.get('a.one')).toBe('Because of {rto}: it is late.');
  });

  test('the sentence has the numbers of the moment, with units', () => {
    const numbers = [
      { name: 'sinceSent', unit: 'ms', value: 61.2 },
      { name: 'rackRtt', unit: 'ms', value: 50 },
      { name: 'reorderingWindow', unit: 'ms', value: 11 },
    ];
    expect(senderSentence(entry(1, { numbers }))).toMatch(
      /^A segment that was sent later has arrived\. This one was sent 61\.2 ms ago, .* 50\.0 ms plus .* 11\.0 ms/,
    );
    const one = [{ name: 'sacked', unit: 'segments', value: 1 }];
    expect(senderSentence(entry(1, { reason: 'early.few', numbers: one }))).toContain('1 segment ');
    expect(senderSentence(entry(1, { reason: 'no.such' }))).toBe('');
  });

  test('the line that applied has its numbers', () => {
    const { rule } = senderRule('cubic.reduce')!;
    const numbers = [{ name: 'beta', unit: '', value: 0.7 }];
    const line = rule.lines[firedLine(rule, 'cubic.reduce')];
    expect(numbersBeside(line, numbers, stateAfter(entry(1)))).toEqual(numbers);
  });
});

describe('what a sender did', () => {
  test('is said in a few words', () => {
    const text = (more: Partial<SenderEntry>): string => actionText(entry(1, more));
    expect(text({})).toBe('segment 7 sent again');
    expect(text({ action: 'timeout', cwnd: [30, 1] })).toBe(
      'retransmission timeout, window 30 to 1',
    );
    expect(text({ action: 'reduction', ssthresh: [null, 28] })).toBe('threshold set, none to 28');
    expect(text({ action: 'reduction' })).toBe('window kept at a loss or mark');
    expect(text({ action: 'reduction', cwnd: [30, 20] })).toBe('window reduced, 30 to 20');
    expect(text({ action: 'entered', phase: 'recovery' })).toBe('fast recovery begins');
    expect(text({ action: 'left', phase: 'timeout' })).toBe('the state after a timeout ends');
    expect(text({ action: 'own', cwnd: [30, 4] })).toBe('congestion control, window 30 to 4');
    expect(standing(entry(1, { ssthresh: [null, 28] }))).toBe(
      'Window 40, threshold none to 28, 30 in flight (segments)',
    );
  });

  test('goes from one event to the next, also among those of the same time', () => {
    const events = [entry(1), entry(2), entry(2, { action: 'probe' }), entry(3)];
    expect(neighbour(events, undefined, 1.5, 1)).toBe(events[1]);
    expect(neighbour(events, undefined, 2, -1)).toBe(events[2]);
    expect(neighbour(events, { ...events[1] }, 2, 1)).toBe(events[2]);
    expect(neighbour(events, events[2], 2, 1)).toBe(events[3]);
    expect(neighbour(events, events[3], 3, 1)).toBeUndefined();
    // The chosen event is not in the list, which ends before it.
    expect(neighbour(events.slice(0, 3), events[3], 3, -1)).toBe(events[2]);
    expect(isSameEntry(events[1], events[2])).toBe(false);
  });

  test('a tap is for the nearest event, unless all are far away', () => {
    const events = [entry(1), entry(2)];
    expect(nearestEvent(events, 1.7)).toBe(events[1]);
    expect(nearestEvent(events, 3)).toBeUndefined();
    expect(nearestEvent([], 1)).toBeUndefined();
  });

  test('has a mark in the picture of the window, at the window after it', () => {
    const events = [entry(1), entry(8), entry(9, { action: 'timeout', cwnd: [30, 1] })];
    const answer: SenderAnswer = { flow: 0, timesS: [], series: [], events, eventCount: 3 };
    const style = { colour: 'red', dash: [], shape: 0 };
    const [repairs, others] = eventMarks(answer, 10, 5, style);
    expect(repairs.points).toEqual([[-2, 40]]);
    expect(others.points).toEqual([[-1, 1]]);
  });
});
