import { download } from '../../kit/ui/download';
import { fileName, madeBy } from './facts';
import { paletteOf, type PictureTheme } from './palette';
import { rasterised, withTexts } from './png';
import type { FileOffer, PictureOffer, Source } from './source';

/** Time that a long file takes from the page at once, ms. */
const SLICE_MS = 20;

/** Lets the page draw and answer. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Writes a file and saves it. A long one is written in parts, so that the page goes on. */
export async function save(source: Source, offer: FileOffer): Promise<void> {
  const { id, ending, type } = offer;
  const facts = await source.facts();
  const name = fileName(facts.title, id, ending);
  if ('content' in offer) return download(name, await offer.content(facts), type);
  const texts: string[] = [];
  let since = performance.now();
  for (const part of await offer.parts(facts)) {
    texts.push(part);
    if (performance.now() - since < SLICE_MS) continue;
    await pause();
    since = performance.now();
  }
  download(name, new Blob(texts), type);
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
