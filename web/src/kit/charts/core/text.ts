/** Size of small text of the page, px: `--text-small` in styles/tokens.css. Lengths in plots and pictures are made for it. */
export const TEXT_PX = 13;

/** Widths of short labels, measured once per font. */
const widths = new Map<string, number>();
let ruler: CanvasRenderingContext2D | null = null;

/** Returns the width of `text` in CSS px; `font` as in CSS ("13px system-ui"). */
export function textWidth(text: string, font: string): number {
  const key = `${font}\n${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    ruler ??= document.createElement('canvas').getContext('2d');
    if (!ruler) throw new Error('no canvas to measure text with');
    ruler.font = font;
    width = ruler.measureText(text).width;
    // A run has tens of labels; thousands mean that their text changes in every frame.
    if (widths.size > 2000) widths.clear();
    widths.set(key, width);
  }
  return width;
}
