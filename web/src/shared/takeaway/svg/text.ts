/** Real text in pictures: it can be searched, copied and edited. */

/** Faces that every system and every program for papers has. */
export const FONT = 'Helvetica, Arial, Liberation Sans, sans-serif';

/** Sizes of text, px. */
export const SIZE = { title: 15, plot: 13, text: 11, foot: 8 } as const;

/** Width of an average character as a share of the size. No browser measures the text. */
const CHAR = 0.56;
export const widthOf = (text: string, size: number): number => text.length * size * CHAR;

/** Returns a text for XML. Characters that XML does not allow are left out. */
export const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Returns a number with at most two decimals. */
export const short = (value: number): string => String(Math.round(value * 100) / 100);

interface Style {
  readonly fill: string;
  readonly size?: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly isBold?: boolean;
  /** Colour of the ground behind the text, so that it can be read over data. */
  readonly ground?: string;
}

export function textAt(x: number, y: number, text: string, style: Style): string {
  const { fill, size = SIZE.text, anchor = 'start', isBold = false, ground } = style;
  const at = `x="${short(x)}" y="${short(y)}" font-size="${size}" fill="${fill}"`;
  const more = `${anchor === 'start' ? '' : ` text-anchor="${anchor}"`}${isBold ? ' font-weight="bold"' : ''}`;
  const width = widthOf(text, size) + 4;
  const left = { start: x - 2, middle: x - width / 2, end: x + 2 - width }[anchor];
  const box = `x="${short(left)}" y="${short(y - size)}" width="${short(width)}" height="${short(size + 3)}"`;
  const under = ground ? `<rect ${box} fill="${ground}" fill-opacity="0.85"/>` : '';
  return `${under}<text ${at}${more}>${escaped(text)}</text>`;
}

/** Returns the heading of a plot: its title and what exactly it shows, in one text, so that no width must be known. */
export const heading = (title: string, subtitle: string, ink: string, faint: string): string =>
  `<text x="0" y="14" font-size="${SIZE.plot}" fill="${ink}"><tspan font-weight="bold">${escaped(title)}</tspan><tspan dx="10" font-size="${SIZE.text}" fill="${faint}">${escaped(subtitle)}</tspan></text>`;

/** Returns a line with its dash. */
export const lineAt = (
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  colour: string,
  { width = 1, dash = [] }: { readonly width?: number; readonly dash?: readonly number[] } = {},
): string =>
  `<path d="M${short(x1)} ${short(y1)}L${short(x2)} ${short(y2)}" fill="none" stroke="${colour}" stroke-width="${short(width)}"${dashed(dash)}/>`;

export const dashed = (dash: readonly number[]): string =>
  dash.length > 0 ? ` stroke-dasharray="${dash.map(short).join(' ')}"` : '';
