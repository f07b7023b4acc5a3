import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TEXT_PX } from './text';

const SOURCE = new URL('../../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, SOURCE), 'utf8');

test('plots are made for the size of small text that tokens.css has', () => {
  const [, px] = /--text-small: clamp\((\d+)px/.exec(read('kit/styles/tokens.css'))!;
  expect(TEXT_PX).toBe(Number(px));
});

test('no size of text in the source is below 12 px', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(svelte|css)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  // `font-size: 11px`, `font: 600 11px/1.4 …`, `--text-dense: clamp(11px, …`
  const sizes = /(?:font-size|font|--text[\w-]*):[^;{}]*?(?<!\+ )(?<![\d.])([\d.]+)px/g;
  const small = files.flatMap((file) =>
    [...read(file).matchAll(sizes)]
      .filter(([, px]) => Number(px) > 1 && Number(px) < 12)
      .map(([text]) => `${file}: ${text}`),
  );
  expect(small).toEqual([]);
});
