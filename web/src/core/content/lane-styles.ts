import { QUEUES } from '../document/scenario.generated';

/**
 * How a lane looks, the same everywhere: a colour *and* a dash, so that no two lanes differ by colour alone. The shape of
 * its ECN marks depends on its place among the lanes (`charts/core/paint.ts`).
 */
export interface LaneStyle {
  /** A CSS colour, always a token: `var(--lane-blue)`. */
  readonly colour: string;
  /** On and off lengths in CSS px; empty is a solid line. */
  readonly dash: readonly number[];
}

/**
 * The colours of `tokens.css` with their places in the space OKLab (lightness, green to red, blue to yellow) in the light theme, where
 * distances are differences that people see.
 */
export const COLOURS = {
  orange: [0.55, 0.14, 0.11],
  blue: [0.51, -0.04, -0.17],
  green: [0.56, -0.11, 0.04],
  magenta: [0.52, 0.18, -0.03],
  amber: [0.6, 0.03, 0.12],
  violet: [0.52, 0.1, -0.19],
  teal: [0.61, -0.09, -0.06],
  slate: [0.42, -0.01, -0.02],
  brown: [0.37, 0.04, 0.06],
  olive: [0.47, -0.05, 0.1],
} as const;
type Colour = keyof typeof COLOURS;
const NAMES = Object.keys(COLOURS) as Colour[];

/** Returns the difference of two colours that people see. */
const apart = (a: Colour, b: Colour): number =>
  Math.hypot(...COLOURS[a].map((value, i) => value - COLOURS[b][i]));

const DASH = {
  solid: [],
  long: [9, 4],
  dot: [2, 3],
  dashDot: [10, 3, 2, 3],
  medium: [5, 3],
  dashDotDot: [8, 3, 2, 3, 2, 3],
} as const satisfies Record<string, readonly number[]>;

/** A look as the table of a discipline declares it (crates/aqm-scenario/src/model/queues). */
interface Declared {
  readonly colour: Colour;
  readonly dash: keyof typeof DASH;
}

const DECLARED: Readonly<Record<string, { readonly label: string } & Partial<Declared>>> = QUEUES;

type Dash = keyof typeof DASH;
const DASHES = [
  'dashDot',
  'long',
  'dot',
  'solid',
  'medium',
  'dashDotDot',
] as const satisfies Dash[];

interface Choice {
  colour?: Colour | undefined;
  dash?: Dash | undefined;
}

/**
 * One style per lane, in lane order; no two of up to six lanes have the same colour or the same dash. The first lane of a
 * kind gets what its kind declares, as far as no lane before it has it: FQ-CoDel is blue, but not beside CoDel. The other lanes get
 * the colour that differs most from those of all lanes, and a dash that is left.
 */
export function laneStyles(kinds: readonly string[]): LaneStyle[] {
  const wishes = kinds.map((kind, lane): Choice => {
    const { colour, dash } = DECLARED[kind] ?? {};
    return kinds.indexOf(kind) === lane ? { colour, dash } : {};
  });
  const isFirst = <K extends keyof Choice>(key: K, lane: number): boolean =>
    wishes.findIndex((wish) => wish[key] === wishes[lane][key]) === lane;
  const chosen = wishes.map((wish, lane): Choice => ({
    colour: isFirst('colour', lane) ? wish.colour : undefined,
    dash: isFirst('dash', lane) ? wish.dash : undefined,
  }));
  for (const choice of chosen) {
    choice.colour ??= farthest(chosen.flatMap(({ colour }) => colour ?? []));
    choice.dash ??= freeDash(chosen);
  }
  return chosen.map(({ colour = 'slate', dash = 'solid' }) => ({
    colour: `var(--lane-${colour})`,
    dash: DASH[dash],
  }));
}

/** The order in which `manyStyles` takes colours and dashes: neighbours are as far apart as possible. */
const TURN = ['blue', 'orange', 'green', 'magenta', 'amber', 'violet', 'slate'] as const;
const DASH_TURN = ['solid', 'long', 'dot', 'dashDot', 'medium', 'dashDotDot'] as const;

/** Returns styles of `count` curves that are not lanes, such as congestion controls. Up to 42 differ. */
export const manyStyles = (count: number): LaneStyle[] =>
  Array.from({ length: count }, (_, i) => ({
    colour: `var(--lane-${TURN[i % TURN.length]})`,
    dash: DASH[DASH_TURN[i % DASH_TURN.length]],
  }));

/** A colour that stands for a discipline is taken only if it is farther from the others by this. */
const OWN = 0.08;
const OWNED = new Set(Object.values(DECLARED).flatMap(({ colour }) => colour ?? []));

/** Returns the colour whose distance from the nearest of `taken` is greatest. */
function farthest(taken: readonly Colour[]): Colour {
  const score = (colour: Colour): number =>
    Math.min(1, ...taken.map((other) => apart(colour, other))) - (OWNED.has(colour) ? OWN : 0);
  const free = NAMES.filter((colour) => !taken.includes(colour));
  if (free.length === 0) throw new RangeError(`no colour left for ${taken.length} lanes`);
  return free.reduce((best, colour) => (score(colour) > score(best) ? colour : best));
}

function freeDash(taken: readonly Choice[]): Dash {
  const found = DASHES.find((dash) => taken.every((choice) => choice.dash !== dash));
  if (found === undefined) throw new RangeError(`no dash left for ${taken.length} lanes`);
  return found;
}
