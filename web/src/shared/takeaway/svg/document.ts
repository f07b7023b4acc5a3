import { crosses, markers } from '../../../kit/charts/drawing';
import { oneLine } from '../../../kit/texts';
import { type Facts, madeBy } from '../facts';
import { dashed, escaped, FONT, short, SIZE, textAt, widthOf } from './text';

/** Returns a colour of the page as plain CSS, in the theme of the picture. */
export type Palette = (colour: string) => string;

/** A part of a picture: elements from y = 0 on, and their height, px. */
export interface Part {
  readonly svg: string;
  readonly height: number;
}

/** A name in the legend. */
export interface Named {
  readonly label: string;
  readonly colour: string;
  readonly dash: readonly number[];
  /** Its values are drawn as markers of a shape, or as crosses, and not as a line. */
  readonly marker?: { readonly shape: number; readonly isCross: boolean };
}

export interface Picture extends Part {
  readonly width: number;
}

/** Width of pictures, px. */
export const WIDTH = 960;
const MARGIN = 20;
/** Room of the parts of a picture. */
export const INNER = WIDTH - 2 * MARGIN;
const SWATCH = 22;
/** Most lines of the link below a picture. */
const LINK_LINES = 4;

/** Returns a short line as the series of a lane are drawn, from x, y on. */
export const swatch = (
  x: number,
  y: number,
  { colour, dash }: Pick<Named, 'colour' | 'dash'>,
  palette: Palette,
): string =>
  `<path d="M${short(x)} ${short(y)}h${SWATCH}" fill="none" stroke="${palette(colour)}" stroke-width="2"${dashed(dash)}/>`;

/** Returns elements that are cut at the edges of a rectangle: an inner drawing does that without an id. */
export function clipped(
  [left, top, right, bottom]: readonly [number, number, number, number],
  svg: string,
): string {
  const box = [left, top, right - left, bottom - top].map(short);
  const [x, y, width, height] = box;
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${box.join(' ')}">\n${svg}\n</svg>`;
}

/** Returns the marker of values without a line. */
function markerAt(x: number, y: number, { marker, colour }: Named, palette: Palette): string {
  const { shape = 0, isCross } = marker ?? {};
  const path = isCross ? crosses([[x, y]], 2.6) : markers(shape, [[x, y]], 3.5);
  return `<path d="${path}" fill="none" stroke="${palette(colour)}" stroke-width="1.4"/>`;
}

/** Returns the legend in as many lines as it needs. */
function legendOf(names: readonly Named[], palette: Palette): Part {
  let [x, y] = [0, 8];
  const parts: string[] = [];
  for (const name of names) {
    const width = SWATCH + 6 + widthOf(name.label, SIZE.text) + 18;
    if (x > 0 && x + width > INNER) [x, y] = [0, y + 16];
    parts.push(
      name.marker ? markerAt(x + SWATCH / 2, y, name, palette) : swatch(x, y, name, palette),
      textAt(x + SWATCH + 6, y + 4, name.label, { fill: palette('var(--ink)') }),
    );
    x += width;
  }
  return { svg: parts.join('\n'), height: names.length > 0 ? y + 14 : 0 };
}

/** Returns the lines below a picture: the simulator, the seed, and the link. */
function footer(facts: Facts, palette: Palette): Part {
  // Letters and digits of a link are wider than those of a text.
  const perLine = Math.floor(INNER / widthOf('x', 1.25 * SIZE.foot));
  const all = facts.link.match(new RegExp(`.{1,${perLine}}`, 'gu')) ?? [];
  const lines = all.slice(0, LINK_LINES);
  if (all.length > LINK_LINES) lines[LINK_LINES - 1] = `${lines[LINK_LINES - 1].slice(0, -1)}…`;
  const fill = palette('var(--ink3)');
  const size = SIZE.foot;
  const svg = [madeBy(facts), ...lines].map((text, i) =>
    textAt(0, 8 + i * (size + 3), text, { fill, size }),
  );
  return { svg: svg.join('\n'), height: 4 + svg.length * (size + 3) };
}

/** Returns the description that programs for pictures read, as Dublin Core. */
const metadata = (facts: Facts): string =>
  [
    '<metadata>',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<rdf:Description rdf:about="">',
    `<dc:title>${escaped(oneLine(facts.title))}</dc:title>`,
    `<dc:source>${escaped(facts.link)}</dc:source>`,
    `<dc:creator>${escaped(madeBy(facts))}</dc:creator>`,
    '</rdf:Description>',
    '</rdf:RDF>',
    '</metadata>',
  ].join('\n');

/** Returns a picture as a file: title, legend, parts below each other, and where it comes from. */
export function documentOf(
  facts: Facts,
  legend: readonly Named[],
  parts: readonly Part[],
  palette: Palette,
): Picture {
  const title = oneLine(facts.title) || 'AQM Playground';
  const blocks: Part[] = [
    {
      svg: textAt(0, 14, title, { fill: palette('var(--ink)'), size: SIZE.title, isBold: true }),
      height: 24,
    },
    legendOf(legend, palette),
    ...parts.map(({ svg, height }) => ({ svg, height: height + 12 })),
    footer(facts, palette),
  ];
  let y = MARGIN;
  const placed = blocks.flatMap(({ svg, height }) => {
    const at = y;
    y += height;
    return svg === '' ? [] : [`<g transform="translate(${MARGIN} ${short(at)})">\n${svg}\n</g>`];
  });
  const height = Math.ceil(y + MARGIN / 2);
  const size = `width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"`;
  const svg = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${FONT}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped(`${madeBy(facts)}. ${facts.link}`)}</desc>`,
    metadata(facts),
    `<rect width="${WIDTH}" height="${height}" fill="${palette('var(--panel)')}"/>`,
    ...placed,
    '</svg>',
    '',
  ].join('\n');
  return { svg, width: WIDTH, height };
}
