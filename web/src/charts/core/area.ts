/** The plane of a line chart within its drawing, px. */
export interface ChartArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Size of the whole drawing. */
  readonly width: number;
  readonly height: number;
}

/** Width of a character of small text, px at the standard text size. */
export const CHAR_PX = 6.4;
