/** An entry of the timeline track. */
export interface TrackEntry {
  readonly id: string;
  /** Simulated time, s. */
  readonly t: number;
  /** Short: "flows 1 → 5". */
  readonly label: string;
  /** It has no effect: drawn dashed, struck through, with the word "muted". */
  readonly isMuted?: boolean;
}

/** A label on the time axis. */
export interface LabelInput {
  readonly id: string;
  /** Position that the label points to, px from the left. */
  readonly x: number;
  /** Width of its label, px. */
  readonly width: number;
}

/** One label, or a shared label of several entries without room for separate ones: "3 changes". */
export interface PlacedLabel {
  readonly ids: readonly string[];
  /** Middle of the label, px. Near an edge of the plot it is not below its tip. */
  readonly x: number;
  /** Position that the label points to, the mean of its members, px. */
  readonly tip: number;
  readonly width: number;
  readonly row: number;
}

export interface LabelSpace {
  /** The left end of a row, px. */
  readonly left: (row: number) => number;
  readonly right: number;
  readonly rows: number;
  /** Least distance between labels, px. */
  readonly gap: number;
  /** Width of the shared label of `n` members, px. */
  readonly mergedWidth: (n: number) => number;
}

/**
 * Places labels in order of time, each in the first row with room. If no row has room, the label is merged with its neighbour.
 * The result depends only on the labels, so they stay in their rows.
 */
export function placeLabels(labels: readonly LabelInput[], space: LabelSpace): PlacedLabel[] {
  let groups = [...labels].sort((a, b) => a.x - b.x).map((p) => [p]);
  for (;;) {
    const placed: PlacedLabel[] = [];
    const crowded = groups.findIndex((group) => {
      const label = place(group, placed, space);
      if (label) placed.push(label);
      return !label;
    });
    if (crowded < 0) return placed;
    const merged = [...groups[crowded - 1], ...groups[crowded]];
    groups = [...groups.slice(0, crowded - 1), merged, ...groups.slice(crowded + 1)];
  }
}

function place(
  group: readonly LabelInput[],
  placed: readonly PlacedLabel[],
  space: LabelSpace,
): PlacedLabel | undefined {
  const width = group.length > 1 ? space.mergedWidth(group.length) : group[0].width;
  const tip = group.reduce((sum, p) => sum + p.x, 0) / group.length;
  const half = width / 2;
  for (let row = 0; row < space.rows; row++) {
    const x = Math.max(space.left(row) + half, Math.min(space.right - half, tip));
    const clear = placed.every((p) => p.row !== row || x - half >= p.x + p.width / 2 + space.gap);
    // The first label is placed even if the plot is narrower than the label.
    if (clear || placed.length === 0) return { ids: group.map((p) => p.id), x, tip, width, row };
  }
  return undefined;
}

/** Splits a name into its beginning, which may be cut, and its last word: "AVQ · desired" and "0.9". One word has no end. */
export function ends(label: string): readonly [head: string, end: string] {
  const at = label.lastIndexOf(' ');
  return at < 0 ? [label, ''] : [label.slice(0, at), label.slice(at + 1)];
}
