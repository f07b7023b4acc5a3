import type { Palette } from './svg/document';

export type PictureTheme = 'light' | 'dark';

/** Returns the colours of the page in a theme, whatever the theme of the page is. */
export function paletteOf(theme: PictureTheme): Palette {
  const known = new Map<string, string>();
  return (colour) => {
    let plain = known.get(colour);
    if (plain === undefined) known.set(colour, (plain = resolved(colour, theme)));
    return plain;
  };
}

/** `light-dark()` follows the colour scheme of the element that uses it. */
function resolved(colour: string, theme: PictureTheme): string {
  const probe = document.createElement('span');
  probe.style.cssText = `color-scheme: only ${theme}; forced-color-adjust: none; display: none`;
  probe.style.color = colour;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return hex(found);
}

/** Returns `rgb(11, 98, 196)` as `#0b62c4`, which programs for pictures read everywhere. */
export function hex(colour: string): string {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)?.slice(1);
  if (!parts) return colour;
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}
