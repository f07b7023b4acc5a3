import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { render } from '../../../docs/render';
import { renderDocs } from '../../../docs/plugin';
import { CONGESTION_CONTROLS, QUEUE_KINDS } from '../document/scenario.generated';
import { INNER, PARAMETERS } from '../document/parameters.generated';
import {
  ALL_MEASURES,
  measure,
  metric,
  model,
  parameterIfKnown,
  queueParameter,
} from './definitions';
import { HEADLINES } from './headlines';
import { FURTHER } from './help';
import { TEXTS } from '../../sections/stability/texts';

const pages = renderDocs();

/** Returns whether the page and the anchor of an address are published. */
function exists(address: string): boolean {
  const [file = '', anchor] = address.split('#');
  const page = pages.get(file.replace(/^docs\//, '').replace(/\.html$/, '.md'));
  return page !== undefined && (anchor === undefined || page.ids.has(anchor));
}

test('every parameter has its row', () => {
  const ofControls = Object.keys(INNER)
    .filter((path) => path.startsWith('CongestionControl.'))
    .map((path) => path.replace('CongestionControl', 'cc'));
  const paths = [...Object.keys(PARAMETERS), ...ofControls];
  expect(paths.length).toBeGreaterThan(300);
  const missing = paths.filter((path) => !exists(parameterIfKnown(path) ?? ''));
  expect(missing).toEqual([]);
});

test('the section of a kind in camel case is in lower case', () => {
  expect(queueParameter('fqCodel', 'targetMs')).toBe('docs/parameters.html#queue-fqcodel-targetMs');
});

test('every measure has its section', () => {
  expect(ALL_MEASURES.filter((name) => !exists(measure(name)))).toEqual([]);
  expect(ALL_MEASURES).toEqual(expect.arrayContaining(HEADLINES.map((h) => h.id)));
});

test('every discipline, congestion control and entry of the help has its page', () => {
  for (const name of [...QUEUE_KINDS, ...Object.keys(CONGESTION_CONTROLS)])
    expect(exists(model(name)), `${model(name)} is published`).toBe(true);
  for (const { label, to } of FURTHER) expect(exists(to), label).toBe(true);
  expect(exists('docs/metrics.html#no-such-thing')).toBe(false);
});

test('the pictures in the library are defined', () => {
  expect(exists(metric('pictures-in-the-library'))).toBe(true);
});

test('the words of the section Papers are defined', () => {
  for (const anchor of [
    'published-ours-deviation',
    'tolerance',
    'findings',
    'figures',
    'kept-results',
    'open-a-paper',
  ])
    expect(exists(metric(anchor)), anchor).toBe(true);
});

test('links between pages lead to pages and anchors that are published', () => {
  let count = 0;
  for (const { links } of pages.values()) {
    for (const { page, anchor } of links) {
      count++;
      expect(pages.get(page), page).toBeDefined();
      if (anchor !== '') expect(pages.get(page)?.ids, page).toContain(anchor);
    }
  }
  expect(count).toBeGreaterThan(5);
});

test('docs/README.md lists every document', () => {
  const docs = new URL('../../../../docs/', import.meta.url);
  const index = readFileSync(new URL('README.md', docs), 'utf8');
  const files = readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(md|ipynb)$/.test(file) && file !== 'README.md')
    // A folder has a line for all its models; CONTRIBUTING.md lists the recipes; the remarks are parts of the pages of validation.
    .filter((file) => !/^(models|recipes|validation\/remarks)\//.test(file));
  expect(files.filter((file) => !index.includes(`](${file})`))).toEqual([]);
  expect(files.length).toBeGreaterThan(30);
});

test('headings and rows of tables get anchors, links become addresses', () => {
  const text =
    '# A `b`: c\n\n| p | q |\n| --- | --- |\n| `xY` | [r](../z.md#s) |\n| plain | <br> |\n';
  const { title, html, ids, links } = render(text, 'models/a.md');
  expect(title).toBe('A b: c');
  expect([...ids]).toEqual(['a-b-c', 'a-b-c-xY']);
  expect(links).toEqual([{ page: 'z.md', anchor: 's' }]);
  expect(html).toContain('href="../z.html#s"');
  expect(html).toContain('data-label="q"');
  expect(() => render('# A\n\n# A\n', 'a.md')).toThrow('exists twice');
});

test('the stability view has its definitions', () => {
  const numbers = ['stability', 'phase-margin', 'gain-margin', 'loop-frequency', 'auto-tuning'];
  for (const anchor of [...numbers, ...Object.values(TEXTS).map((text) => text.anchor)])
    expect(exists(metric(anchor)), anchor).toBe(true);
});

test('a link out of the docs is text, because its page is not published', () => {
  const { html, links } = render('# A\n\nSee [b](../../b.md) and [c](../c.md).\n', 'models/a.md');
  expect(links.map(({ page }) => page)).toEqual(['c.md']);
  expect(html).toContain('See b and <a');
});
