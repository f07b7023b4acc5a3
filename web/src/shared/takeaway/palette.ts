import tokens from '../../kit/styles/tokens.css?raw';
import type { Palette } from './svg/document';

export type PictureTheme = 'light' | 'dark';

/** The colours of the page by name, light and dark, from its style sheet. */
const COLOURS = new Map(
  [...tokens.matchAll(/(--[\w-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name, { light, dark }] as const,
  ),
);

/** Returns the colours of the page in a theme, whatever the theme of the page is. Other colours stay as they are. */
export const paletteOf =
  (theme: PictureTheme): Palette =>
  (colour) => {
    const name = /^var\((--[\w-]+)\)$/.exec(colour)?.[1];
    return (name && COLOURS.get(name)?.[theme]) ?? colour;
  };
