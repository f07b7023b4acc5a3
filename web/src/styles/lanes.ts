/**
 * How a lane looks, the same everywhere: a colour *and* a dash, so that no two lanes are told apart by colour alone. The
 * shape of its ECN marks follows from its place among the lanes (`charts/core/paint.ts`).
 */
export interface LaneStyle {
  /** A CSS colour, always a token: `var(--lane-codel)`. */
  readonly colour: string;
  /** On and off lengths in CSS px; empty is a solid line. */
  readonly dash: readonly number[];
}

const hue = (name: string): string => `var(--lane-${name})`;

const DASH = {
  solid: [],
  long: [9, 4],
  dot: [2, 3],
  dashDot: [10, 3, 2, 3],
  medium: [5, 3],
  dashDotDot: [8, 3, 2, 3, 2, 3],
} as const satisfies Record<string, readonly number[]>;

/** The styles people learn to recognise, by the name of the queue discipline. */
const KNOWN: Readonly<Record<string, LaneStyle>> = {
  droptail: { colour: hue('tail'), dash: DASH.solid },
  codel: { colour: hue('codel'), dash: DASH.long },
  pie: { colour: hue('pie'), dash: DASH.dot },
  red: { colour: hue('red'), dash: DASH.dashDot },
  ared: { colour: hue('ared'), dash: DASH.medium },
  duk: { colour: hue('duk'), dash: DASH.dashDotDot },
};

/** For a second lane of a kind, and for kinds without a style of their own. */
const SPARE: readonly LaneStyle[] = [
  { colour: hue('teal'), dash: DASH.dashDot },
  { colour: hue('slate'), dash: DASH.long },
  { colour: hue('teal'), dash: DASH.dot },
  { colour: hue('slate'), dash: DASH.solid },
  { colour: hue('teal'), dash: DASH.medium },
  { colour: hue('slate'), dash: DASH.dashDotDot },
  ...Object.values(KNOWN),
];

const key = (style: LaneStyle): string => `${style.colour} ${style.dash.join(' ')}`;

/**
 * One style per lane, in lane order. The first lane of a known kind gets the style of its kind; every other lane takes
 * a spare style nobody else wears, so two lanes never look alike; with a dash nobody else wears, if one is left.
 */
export function laneStyles(kinds: readonly string[]): LaneStyle[] {
  const worn = new Set<string>();
  const dashes = new Set<readonly number[]>();
  const first = kinds.map((kind, lane) => {
    const own = KNOWN[kind];
    if (!own || kinds.indexOf(kind) !== lane) return undefined;
    worn.add(key(own));
    dashes.add(own.dash);
    return own;
  });
  return first.map((own) => {
    if (own) return own;
    // Whoever sees no colours tells them by their dashes.
    const free = SPARE.filter((style) => !worn.has(key(style)));
    const spare = free.find((style) => !dashes.has(style.dash)) ?? free[0];
    if (!spare) throw new RangeError(`no distinct style left for ${kinds.length} lanes`);
    worn.add(key(spare));
    dashes.add(spare.dash);
    return spare;
  });
}
