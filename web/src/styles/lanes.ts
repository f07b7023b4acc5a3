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

/** The colours of `tokens.css`. */
type Colour = 'orange' | 'blue' | 'green' | 'magenta' | 'amber' | 'violet' | 'teal' | 'slate';

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

const style = (colour: Colour, dash: keyof typeof DASH): LaneStyle => ({
  colour: `var(--lane-${colour})`,
  dash: DASH[dash],
});

const DECLARED: Readonly<Record<string, { readonly label: string } & Partial<Declared>>> = QUEUES;

/** The style of each queue discipline, by its name. */
const KNOWN: ReadonlyMap<string, LaneStyle> = new Map(
  Object.entries(DECLARED).flatMap(([kind, { colour, dash }]) =>
    colour && dash ? [[kind, style(colour, dash)]] : [],
  ),
);

/** For a second lane of a kind, and for kinds that declare no style. */
const SPARE: readonly LaneStyle[] = [
  style('teal', 'dashDot'),
  style('slate', 'long'),
  style('teal', 'dot'),
  style('slate', 'solid'),
  style('teal', 'medium'),
  style('slate', 'dashDotDot'),
  ...KNOWN.values(),
];

const key = ({ colour, dash }: LaneStyle): string => `${colour} ${dash.join(' ')}`;

/**
 * One style per lane, in lane order. The first lane of a kind gets the style that its kind declares. Every other lane gets
 * an unused style, so that no two lanes look alike; its dash is unused too as long as one is left.
 */
export function laneStyles(kinds: readonly string[]): LaneStyle[] {
  const used = new Set<string>();
  const dashes = new Set<readonly number[]>();
  const first = kinds.map((kind, lane) => {
    const own = KNOWN.get(kind);
    if (!own || kinds.indexOf(kind) !== lane) return undefined;
    used.add(key(own));
    dashes.add(own.dash);
    return own;
  });
  return first.map((own) => {
    if (own) return own;
    // Without colours, only dashes distinguish lanes.
    const free = SPARE.filter((spare) => !used.has(key(spare)));
    const spare = free.find(({ dash }) => !dashes.has(dash)) ?? free[0];
    if (!spare) throw new RangeError(`no distinct style left for ${kinds.length} lanes`);
    used.add(key(spare));
    dashes.add(spare.dash);
    return spare;
  });
}
