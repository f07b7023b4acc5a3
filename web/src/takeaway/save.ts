import { download } from '../ui/download';
import { fileName, madeBy } from './facts';
import { paletteOf, type PictureTheme } from './palette';
import { rasterised, withTexts } from './png';
import type { FileOffer, PictureOffer, Source } from './source';

/** Time that a long file takes from the page at once, ms. */
const SLICE_MS = 20;

/** Lets the page draw and answer. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Writes a file and saves it. A long one is written in parts, so that the page goes on. */
export async function save(source: Source, { id, ending, type, parts }: FileOffer): Promise<void> {
  const facts = await source.facts();
  const texts: string[] = [];
  let since = performance.now();
  for (const part of parts(facts)) {
    texts.push(part);
    if (performance.now() - since < SLICE_MS) continue;
    await pause();
    since = performance.now();
  }
  download(fileName(facts.title, id, ending), new Blob(texts), type);
}

/** Draws a picture and saves it: as SVG, or as PNG with `scale` device pixels for each px. */
export async function savePicture(
  source: Source,
  { id, draw }: PictureOffer,
  theme: PictureTheme,
  scale: number | undefined,
): Promise<void> {
  const facts = await source.facts();
  const picture = draw(facts, paletteOf(theme));
  if (scale === undefined)
    return download(fileName(facts.title, id, 'svg'), picture.svg, 'image/svg+xml');
  const png = withTexts(await rasterised(picture, scale), {
    Title: facts.title,
    Source: facts.link,
    Software: madeBy(facts),
  });
  download(fileName(facts.title, id, 'png'), png, 'image/png');
}
