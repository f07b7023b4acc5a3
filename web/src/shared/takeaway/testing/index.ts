import { UTILIZATION_BIN_S, type LaneColumns, type SeriesColumn } from '../../../core/sim/series';
import { COLUMNS } from '../../../core/sim/protocol';
import type { Facts } from '../facts';

export const FACTS: Facts = {
  title: 'A <burst> & "four" downloads',
  link: 'https://aqm.example/#v1.abc-DEF_123',
  seed: 7,
  version: '0.2.0',
  untilS: 14,
};

export const column = (values: readonly number[], stepS = 0.01): SeriesColumn => ({
  startS: 0,
  stepS,
  values: Float32Array.from(values),
  length: values.length,
  epoch: 0,
});

/** Returns the columns of a lane with `count` samples; sample i of column c is made by `value`. */
export function laneColumns(
  count: number,
  value: (column: string, i: number) => number,
): LaneColumns {
  const of = (name: string): SeriesColumn =>
    column(Array.from({ length: count }, (_, i) => value(name, i)));
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, of(name)])) as Pick<
    LaneColumns,
    (typeof COLUMNS)[number]
  >;
  return {
    ...columns,
    drops: of('drops'),
    left: of('left'),
    utilization: column(
      Array.from({ length: Math.floor(count / 20) }, (_, i) => value('utilization', i)),
      UTILIZATION_BIN_S,
    ),
    marked: false,
    groupDelays: [],
    groupCounts: [],
    reverse: undefined,
    hops: [],
  };
}

/** An element of XML. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const plain = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** Reads XML strictly: tags must match, attributes must be quoted and unique, and "<" and "&" escaped. Throws otherwise. */
export function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const token = /<\?[^?]*\?>|<(\/?)([\w:]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
  let at = 0;
  while (at < xml.length) {
    token.lastIndex = at;
    const found = token.exec(xml);
    if (!found) throw new Error(`no XML at ${at}: ${xml.slice(at, at + 60)}`);
    at = token.lastIndex;
    const [, closing, name, attributes = '', empty, text] = found;
    if (/&(?!(lt|gt|amp|quot);)/.test((text ?? '') + attributes)) throw new Error('a lone "&"');
    if (text !== undefined) open.at(-1)!.text += plain(text);
    else if (closing) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes another element`);
    } else if (name) {
      const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(
        ([, key, value]) => [key, plain(value)] as const,
      );
      if (new Set(pairs.map(([key]) => key)).size < pairs.length) throw new Error('twice');
      const element = { name, attributes: Object.fromEntries(pairs), children: [], text: '' };
      open.at(-1)!.children.push(element);
      if (!empty) open.push(element);
    }
  }
  if (open.length > 1) throw new Error(`<${open.at(-1)!.name}> is not closed`);
  return root.children[0];
}

/** Returns all elements with a name. */
export const all = (of: Element, name: string): Element[] => [
  ...(of.name === name ? [of] : []),
  ...of.children.flatMap((child) => all(child, name)),
];
/** Returns the real text of a picture. */
export const textsOf = (of: Element): string[] => [
  ...all(of, 'text').map(({ text }) => text),
  ...all(of, 'tspan').map(({ text }) => text),
];
