// Made from the tables in the crates by `cargo run -p aqm-cli -- generate`; do not edit.

/** How far the numbers of a scenario were checked. */
export interface Trust {
  /** In the order of the lanes. */
  readonly lanes: readonly LaneTrust[];
}

/** How far the numbers of a lane were checked. */
export interface LaneTrust {
  /** The lane, counted from 0. */
  readonly lane: number;
  /** What was checked near this lane, and how close it was. */
  readonly checked: string;
  /** What about this lane was never compared with a measurement. */
  readonly unchecked: string;
  /** The table of the nearest row: linux, linux-bbr, testbed or disciplines. Empty without a row. */
  readonly table: string;
  /** Name of the nearest row. Empty without a row. */
  readonly row: string;
}
