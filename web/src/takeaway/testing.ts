import { UTILIZATION_BIN_S, type LaneColumns, type SeriesColumn } from '../sim/series';
import { COLUMNS } from '../sim/protocol';
import type { Facts } from './facts';

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
    reverse: undefined,
    hops: [],
  };
}
