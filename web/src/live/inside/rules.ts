import type { LoggedEvent, NamedNumber } from '../../core/sim/events.generated';
import type { QueueKind } from '../../core/document/scenario';

/** A line of pseudo-code. */
export interface RuleLine {
  /** Its indentation, in steps. */
  readonly depth: number;
  readonly text: string;
  /** Codes of the reasons of drops and marks for which the line stands. */
  readonly codes: readonly string[];
  /** Names of the numbers that are shown beside the line. */
  readonly numbers: readonly string[];
}

/** A discipline as pseudo-code, in the terms of its source. */
export interface Rule {
  readonly source: string;
  readonly lines: readonly RuleLine[];
}

/** The files are beside the reasons that the simulator gives; its tests compare both. */
const files = import.meta.glob<string>('../../../../crates/aqm-sim/src/aqm/*/rule.txt', {
  eager: true,
  query: '?raw',
  import: 'default',
});

const LINE = /^( *)(.*?)(?: {2}#((?: [\w.]+)+))?((?: {1,2}\{\w+\})*)$/;

/** Reads a `rule.txt`: its first line is the source; see `crates/aqm-sim/src/aqm/tests/rules.rs`. */
export function parseRule(text: string): Rule {
  const [source = '', ...lines] = text.trimEnd().split('\n');
  return {
    source,
    lines: lines.map((line) => {
      const [, indent = '', content = '', codes = '', numbers = ''] = LINE.exec(line) ?? [];
      return {
        depth: indent.length / 2,
        text: content,
        codes: codes.split(' ').filter((code) => code !== ''),
        numbers: [...numbers.matchAll(/\w+/g)].map(([name]) => name),
      };
    }),
  };
}

/** `fq_codel` has the kind `fqCodel`. */
const kindOf = (folder: string): string =>
  folder.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const RULES = new Map(
  Object.entries(files).map(([path, text]) => [
    kindOf(/([^/]+)\/rule\.txt$/.exec(path)?.[1] ?? '').toLowerCase(),
    parseRule(text),
  ]),
);

/** Returns the rule of a discipline; undefined if its folder has none. */
export const ruleOf = (kind: QueueKind): Rule | undefined => RULES.get(kind.toLowerCase());

/**
 * Returns the rule that decided on an event. At another hop that is the rule of its discipline, which the reason's code names; a loss
 * of the path has none.
 */
export function ruleBehind(event: LoggedEvent, own: QueueKind): Rule | undefined {
  const rule = ruleOf(own);
  if (rule && firedLine(rule, event.reason) >= 0) return rule;
  const [kind = ''] = event.reason.split('.');
  return RULES.get(kind.toLowerCase()) ?? (event.kind === 'loss' ? undefined : rule);
}

/** Returns the index of the line that stands for a reason; -1 without one. */
export const firedLine = (rule: Rule, code: string): number =>
  rule.lines.findIndex(({ codes }) => codes.includes(code));

/** Returns the numbers beside a line: those of the event, else those of the discipline's state. */
export function numbersBeside(
  line: RuleLine,
  ...sources: readonly (readonly NamedNumber[])[]
): NamedNumber[] {
  return line.numbers.flatMap((name) => {
    const found = sources.flat().find((number) => number.name === name && number.value !== null);
    return found ? [found] : [];
  });
}
