import { expect, test } from 'vitest';
import type { Lane, Series } from '../../../kit/charts/drawing';
import { paletteOf } from '../palette';
import { oneLine } from '../../../kit/texts';
import { all, type Element, FACTS, laneColumns, parse, textsOf } from '../testing';
import { chart } from './chart';
import { documentOf, INNER } from './document';
import { heatMap } from './heatmap';
import { textAt } from './text';
import { timePlot, type TimePlot } from './time-plot';

const LANES: readonly Lane[] = [
  { id: '0', label: 'RED <1>', colour: 'var(--lane-magenta)', dash: [10, 3, 2, 3] },
  { id: '1', label: 'CoDel', colour: 'var(--lane-blue)', dash: [9, 4] },
];
const COLUMNS = LANES.map((_, lane) =>
  laneColumns(1000, (name, i) => (name === 'offered' ? 10 : (i % 50) * (lane + 1) * 0.1)),
);
const PLOT: TimePlot = {
  title: 'Queue delay',
  subtitle: 'ms, enqueue to start of transmission',
  unit: 'ms',
  series: LANES.map((lane, i): Series => ({ ...lane, kind: 'line', column: COLUMNS[i].delayMean })),
  kind: 'log',
  least: [0.5, 1000],
  references: [{ value: 5, label: 'target' }],
  share: 2.2,
};
const SPAN = { t0: 0, t1: 10 };
const light = paletteOf('light');

const draw = (plot: TimePlot, palette = light) =>
  parse(documentOf(FACTS, LANES, [timePlot(plot, SPAN, INNER, palette)], palette).svg);

test('a plot is well-formed SVG with real text: title, legend, units, time and link', () => {
  const svg = draw(PLOT);
  expect(svg.name).toBe('svg');
  const texts = textsOf(svg);
  for (const text of [FACTS.title, 'RED <1>', 'CoDel', 'Queue delay', 'ms', '1000', '5 s'])
    expect(texts).toContain(text);
  expect(texts).toContain('target 5 ms');
  expect(texts).toContain('AQM Playground 0.2.0, seed 7, to 14 s');
  expect(texts).toContain(FACTS.link);
  expect(all(svg, 'dc:source')[0].text).toBe(FACTS.link);
  expect(all(svg, 'title')[0].text).toBe(FACTS.title);
  // Nothing is a picture of pixels.
  expect(all(svg, 'image')).toEqual([]);
});

test('a picture has the same elements under every title and name', () => {
  const shape = ({ name, attributes, children }: Element): unknown => [
    name,
    Object.keys(attributes),
    children.map(shape),
  ];
  const of = (text: string): Element => {
    const facts = { ...FACTS, title: text, link: `${FACTS.link}"><x>&` };
    return parse(documentOf(facts, [{ ...LANES[0], label: text }], [], light).svg);
  };
  const harmless = of('Title');
  for (const text of [
    ...[
      '<script>x</script>',
      '"/><script>x</script>',
      "' onload='x",
      ']]>',
      '<![CDATA[x',
      '&lt;b&gt;',
    ],
    ...[
      '</svg><svg onload="x">',
      '<!-- x',
      '&#60;b&#62;',
      'a\u0000b\u001b[1m',
      'a\ufffe\ud800b',
      'a\u2028b',
    ],
    ...['\u202eevif', '%3Csvg', '<?xml x?>', 'javascript:x'],
  ]) {
    const svg = of(text);
    expect(shape(svg), text).toEqual(shape(harmless));
    const allowed = text.replaceAll(/[\ufffe\ud800]/g, '');
    expect(all(svg, 'title')[0].text, text).toBe(oneLine(allowed));
  }
});

test('the lines are those of the data, with the colours and dashes of the lanes', () => {
  const svg = draw({ ...PLOT, kind: 'linear', least: [0, 20], references: [] });
  const [inner] = all(svg, 'svg').slice(1);
  const strokes = all(inner, 'path').filter(
    ({ attributes }) => attributes['stroke-dasharray'] !== undefined,
  );
  expect(strokes.map(({ attributes }) => attributes['stroke'])).toEqual(['#b02a78', '#0b62c4']);
  expect(strokes[1].attributes['stroke-dasharray']).toBe('9 4');
  // The greatest mean of CoDel's lane lies at 9.8 ms of 20 ms.
  const ys = [...strokes[1].attributes['d'].matchAll(/[ML]\S+ (\S+?)(?=[MLz]|$)/g)].map(([, y]) =>
    Number(y),
  );
  const height = Number(inner.attributes['height']) - 4;
  const top = Number(inner.attributes['y']) + 2;
  const valueAt = (y: number): number => (20 * (top + height - y)) / height;
  expect(Math.max(...ys.map(valueAt))).toBeCloseTo(9.8, 0);
  expect(Math.min(...ys.map(valueAt))).toBeGreaterThanOrEqual(-0.01);
  // Coordinates have at most two decimals.
  expect(strokes[1].attributes['d']).not.toMatch(/\.\d{3}/);
});

test('lanes in rows of their own have their names beside them, and rates are stems', () => {
  const series = LANES.map((lane, i): Series => ({
    ...lane,
    isOver: true,
    kind: i === 0 ? 'stems' : 'marks',
    part: COLUMNS[i].drops,
    wholes: [COLUMNS[i].offered],
  }));
  const svg = draw({
    ...PLOT,
    series,
    rows: LANES,
    kind: 'linear',
    least: [0, 2],
    unit: '%',
    most: 100,
  });
  const texts = textsOf(svg);
  // In the legend and beside the row.
  expect(texts.filter((text) => text === 'CoDel')).toHaveLength(2);
  const [inner] = all(svg, 'svg').slice(1);
  const hollow = all(inner, 'path').filter(({ attributes }) => attributes['fill'] === '#ffffff');
  expect(hollow.length).toBeGreaterThan(0);
});

test('colours are those of the chosen theme', () => {
  const dark = paletteOf('dark');
  expect(draw(PLOT).children.find(({ name }) => name === 'rect')?.attributes['fill']).toBe(
    '#ffffff',
  );
  const svg = draw(PLOT, dark);
  expect(svg.children.find(({ name }) => name === 'rect')?.attributes['fill']).toBe('#15191e');
  const written = documentOf(FACTS, LANES, [timePlot(PLOT, SPAN, INNER, dark)], dark).svg;
  expect(written).not.toMatch(/var\(|light-dark/);
  expect(light('#123456')).toBe('#123456');
});

test('a chart without time has both axes with units, and every kind of curve', () => {
  const axis = { name: 'queue delay', unit: 'ms', kind: 'linear', domain: [0, 20] } as const;
  const kinds = [
    'line',
    'trace',
    'bars',
    'points',
    'crosses',
    'thin',
    'outline',
    'steps',
    'histogram',
  ] as const;
  const part = chart(
    {
      title: 'Distribution',
      subtitle: 'of the delay',
      x: axis,
      y: { ...axis, name: 'share', unit: '%' },
      series: kinds.map((kind, shape) => ({
        name: kind,
        kind,
        style: { colour: 'var(--lane-blue)', dash: [], shape },
        points: [
          [1, 2, 1, 3],
          [5, 6, 5, 7],
          [9, null],
          [12, 8, 7, 9],
          [1, 2, 1, 3],
        ],
      })),
      references: [{ value: 5, label: 'target 5 ms' }],
    },
    light,
  );
  const svg = parse(documentOf(FACTS, [], [part], light).svg);
  expect(textsOf(svg)).toEqual(
    expect.arrayContaining([
      'queue delay, ms',
      'share, %',
      'Distribution',
      'target 5 ms',
      'outline',
    ]),
  );
  expect(part.svg).not.toContain('NaN');
});

test('a heatmap prints its values, light text on dark cells', () => {
  const part = heatMap(
    {
      title: 'CoDel',
      subtitle: 'Mean delay, ms',
      rowName: 'Round-trip time, ms',
      columnName: 'Bandwidth, Mbit/s',
      columns: ['5', '50'],
      rows: [
        {
          label: '100',
          cells: [
            { text: '12', step: 0 },
            { text: '740', step: 6 },
          ],
        },
        { label: '10', cells: [{ text: '' }, { text: '0.5', step: 4 }] },
      ],
    },
    light,
  );
  const svg = parse(documentOf(FACTS, [], [part], light).svg);
  expect(textsOf(svg)).toEqual(
    expect.arrayContaining(['100', '10', '5', '50', '12', '740', '0.5', 'Bandwidth, Mbit/s']),
  );
  const fillOf = (text: string): string | undefined =>
    all(svg, 'text').find((one) => one.text === text)?.attributes['fill'];
  expect([fillOf('12'), fillOf('740'), fillOf('0.5')]).toEqual(['#15181c', '#ffffff', '#ffffff']);
  expect(
    all(svg, 'rect')
      .slice(1)
      .map(({ attributes }) => attributes['fill']),
  ).toEqual(['#f1f5f3', '#0f4854', 'none', '#2e7a84']);
});

test('texts that XML does not allow are left out, and a long link ends', () => {
  const text = parse(textAt(0, 0, 'a\u0000\u0008<b>&"c"\ud800', { fill: '#000' }));
  expect(text.text).toBe('a<b>&"c"');
  const link = `https://aqm.example/#v1.${'x'.repeat(60_000)}`;
  const svg = parse(documentOf({ ...FACTS, link }, LANES, [], light).svg);
  const foot = textsOf(svg).filter((one) => one.includes('xxx'));
  expect(foot).toHaveLength(4);
  expect(foot.at(-1)).toMatch(/…$/);
  expect(all(svg, 'dc:source')[0].text).toBe(link);
});
