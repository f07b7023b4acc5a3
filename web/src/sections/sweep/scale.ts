/** The colour scale of a heatmap: seven steps with round borders, logarithmic if the values span a large ratio. */
export interface HeatScale {
  readonly log: boolean;
  /** The six borders between the steps, increasing; fewer if the values are close together. */
  readonly borders: readonly number[];
}

/** Number of colours, `--heat-0` to `--heat-6`. */
export const STEPS = 7;
/** A larger ratio of the greatest to the least value has a logarithmic scale. */
const LOG_FROM = 20;
/** Round numbers of a decade: as many as give six borders over the span. */
const ROUND = [
  [1],
  [1, 3],
  [1, 2, 5],
  [1, 1.5, 2, 3, 5, 7],
  [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8],
] as const;

/** Returns the scale for these values; unknown ones are NaN. */
export function heatScale(values: readonly number[]): HeatScale {
  const known = values.filter(Number.isFinite);
  const positive = known.filter((value) => value > 0);
  if (known.length === 0) return { log: false, borders: [] };
  const [low, high] = ends(known);
  if (positive.length > 0 && low >= 0) {
    const [least, most] = ends(positive);
    if (most / least >= LOG_FROM) return { log: true, borders: logBorders(least, most) };
  }
  return { log: false, borders: linearBorders(low, high) };
}

/** Returns the step of a value, 0 to 6. */
export const stepOf = ({ borders }: HeatScale, value: number): number =>
  borders.filter((border) => value >= border).length;

/** Returns the smallest and the largest number; arrays may be too long for `Math.min(...)`. */
function ends(numbers: readonly number[]): readonly [number, number] {
  return numbers.reduce<readonly [number, number]>(
    ([low, high], one) => [Math.min(low, one), Math.max(high, one)],
    [Infinity, -Infinity],
  );
}

function logBorders(least: number, most: number): readonly number[] {
  for (const round of ROUND) {
    const all = decades(round, least, most);
    if (all.length >= STEPS - 1) return spread(all);
  }
  return spread(decades(ROUND.at(-1)!, least, most));
}

/** Returns the round numbers above `least` and up to `most`. */
function decades(round: readonly number[], least: number, most: number): number[] {
  const all: number[] = [];
  for (let exponent = Math.floor(Math.log10(least)); 10 ** exponent <= most; exponent++)
    // 3e-7 * 10 is not 3e-6: the text is.
    all.push(...round.map((one) => Number(`${one}e${exponent}`)));
  return all.filter((one) => one > least && one <= most);
}

/** Chooses at most six of the numbers, at equal distances; those at the ends are left out first. */
function spread(all: readonly number[]): readonly number[] {
  const most = STEPS - 1;
  const stride = Math.max(1, Math.round(all.length / most));
  const count = Math.min(most, Math.floor((all.length - 1) / stride) + 1);
  const first = Math.ceil((all.length - 1 - (count - 1) * stride) / 2);
  return Array.from({ length: count }, (_, i) => all[first + i * stride]);
}

function linearBorders(low: number, high: number): readonly number[] {
  if (!(high > low)) return [];
  const rough = (high - low) / STEPS;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * unit).find((one) => one >= rough)!;
  const first = Math.floor(low / step) + 1;
  return Array.from({ length: STEPS - 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  ).filter((border) => border <= high);
}

/**
 * Returns the border of a scale that separates most neighbours in the maps, else the middle one. `maps`: the rows of each map.
 */
export function busiestBorder(
  borders: readonly number[],
  maps: readonly (readonly (readonly number[])[])[],
): number | undefined {
  const pairs = maps.flatMap((rows) =>
    rows.flatMap((row, i) =>
      row.flatMap((value, j) => [
        [value, row[j + 1] ?? NaN],
        [value, rows[i + 1]?.[j] ?? NaN],
      ]),
    ),
  );
  const crossings = borders.map(
    (border) =>
      pairs.filter(([a, b]) => !Number.isNaN(a) && !Number.isNaN(b) && a <= border !== b <= border)
        .length,
  );
  const most = Math.max(0, ...crossings);
  const best = most > 0 ? crossings.indexOf(most) : Math.floor(borders.length / 2);
  return borders[best];
}
