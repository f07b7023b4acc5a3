import { QUEUES } from '../sim/scenario.generated';

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

/** The colours of `tokens.css`, in the order in which lanes without a colour of their own take them. */
const COLOURS = [
  'teal',
  'slate',
  'navy',
  'olive',
  'amber',
  'violet',
  'magenta',
  'green',
  'orange',
  'blue',
] as const;
type Colour = (typeof COLOURS)[number];

/** The nearest colour for the second lane of a family. */
const NEAR: Partial<Record<Colour, Colour>> = { blue: 'navy', green: 'olive' };

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
 * kind gets what its kind declares, as far as no lane before it has it: FQ-CoDel is blue, but beside CoDel it has the
 * colour nearest to blue. The other lanes get what is left.
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
  chosen.forEach((choice, lane) => {
    const near = NEAR[wishes[lane].colour ?? 'teal'];
    choice.colour ??= free([...(near ? [near] : []), ...COLOURS], chosen, 'colour');
    choice.dash ??= free(DASHES, chosen, 'dash');
  });
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

function free<K extends keyof Choice>(
  offers: readonly NonNullable<Choice[K]>[],
  taken: readonly Choice[],
  key: K,
): NonNullable<Choice[K]> {
  const found = offers.find((offer) => taken.every((choice) => choice[key] !== offer));
  if (found === undefined) throw new RangeError(`no ${key} left for ${taken.length} lanes`);
  return found;
}
