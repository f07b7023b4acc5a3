import type { SenderEntry } from '../../core/sim/events.generated';
import { shown } from './labels';
import { firedLine, parseRule, type Rule } from './rules';

/** A rule of a sender, with a sentence for each of its reasons. */
export interface SenderRule {
  readonly rule: Rule;
  /** Names in braces stand for the numbers of the reason. */
  readonly sentences: ReadonlyMap<string, string>;
}

/** The files are beside the decisions of the simulator; its tests compare both (`crates/aqm-sim/src/tcp/tests/rules.rs`). */
const files = import.meta.glob<string>(
  [
    '../../../../crates/aqm-sim/src/tcp/rules/*.txt',
    '../../../../crates/aqm-sim/src/cc/*/rule.txt',
  ],
  { eager: true, query: '?raw', import: 'default' },
);

/** Reads a file: the rule, as `parseRule` does, and after an empty line the sentences. */
export function parseSenderRule(text: string): SenderRule {
  const [rule = '', sentences = ''] = text.trimEnd().split('\n\n');
  return {
    rule: parseRule(rule),
    sentences: new Map(
      sentences.split('\n').map((line) => {
        const end = line.indexOf(': ');
        return [line.slice(0, end), line.slice(end + 2)];
      }),
    ),
  };
}

export const SENDER_RULES: readonly SenderRule[] = Object.values(files).map(parseSenderRule);

/** Returns the rule with a line for a reason; undefined without one. */
export const senderRule = (reason: string): SenderRule | undefined =>
  SENDER_RULES.find(({ rule }) => firedLine(rule, reason) >= 0);

/** Returns why a sender did something, as a sentence. */
export function senderSentence({ atS, reason, numbers }: SenderEntry): string {
  const sentence = senderRule(reason)?.sentences.get(reason) ?? '';
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const number = numbers.find((one) => one.name === name);
    if (!number) return 'an unknown number';
    return number.value === 1 && number.unit === 'segments' ? '1 segment' : shown(number, atS);
  });
}
