import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { LaneReport } from '../sim/measures.generated';
import { asShown, field, fullRate, NAMES, shortest } from './csv';
import { fileName, madeBy } from './facts';
import { markdown } from './markdown';
import { crc32, withTexts } from './png';
import { summaryJson } from './summary';
import { FACTS, laneColumns } from './testing';
import { judge } from './verdict';

/** Reads CSV: the comments, and the fields of each row. */
function parse(text: string): { comments: string[]; rows: string[][] } {
  const lines = text.split('\n').slice(0, -1);
  const comments = lines.filter((line) => line.startsWith('#'));
  const rows = lines
    .slice(comments.length)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare,
      ),
    );
  return { comments, rows };
}

const value = (name: string, i: number): number =>
  name === 'delayMean' && i % 7 === 0 ? NaN : (i * 0.618_034 + name.length) % 100;

test('CSV at full rate has every bin of every lane, and the numbers of the run', () => {
  const count = 4321;
  const lanes = ['codel', 'red'].map((queue, lane) => ({
    queue,
    label: lane === 0 ? 'CoDel, target "5 ms"' : 'RED',
    columns: laneColumns(count, (name, i) => value(name, i) + lane),
  }));
  const { comments, rows } = parse([...fullRate(FACTS, lanes)].join(''));
  expect(comments).toContain(`# link: ${FACTS.link}`);
  expect(comments).toContain('# seed: 7');
  expect(comments).toContain('# simulator: AQM Playground 0.2.0');
  const [head, ...body] = rows;
  expect(head).toEqual(['lane', 'queue', 'label', 'time_s', ...Object.values(NAMES)]);
  expect(body).toHaveLength(2 * count);
  body.forEach((row, r) => {
    const [lane, i] = [Math.floor(r / count), r % count];
    expect(row.slice(0, 4)).toEqual([
      String(lane),
      lanes[lane].queue,
      lanes[lane].label,
      String(i / 100),
    ]);
    Object.keys(NAMES).forEach((name, c) => {
      const truth = lanes[lane].columns[name as keyof typeof NAMES].values[i];
      const text = row[4 + c];
      if (Number.isNaN(truth)) expect(text).toBe('');
      // The same 32-bit number, to the last bit.
      else if (Math.fround(Number(text)) !== truth) expect(text).toBe(String(truth));
    });
  });
});

test('columns have the names of `aqm run --csv`, those of other bottlenecks too', () => {
  const documented = readFileSync(new URL('../../../docs/measures.md', import.meta.url), 'utf8');
  for (const name of Object.values(NAMES)) expect(documented).toContain(`| \`${name}\` |`);
  const one = laneColumns(3, value);
  const columns = { ...one, reverse: one, hops: [one], groupDelays: [one.sent, one.marks] };
  const text = [...fullRate(FACTS, [{ queue: 'pie', label: 'PIE', columns }], [2])].join('');
  const [head, first] = parse(text).rows;
  expect(head).toHaveLength(4 + 3 * Object.keys(NAMES).length + 2);
  expect(head).toContain('reverse_sent_packets');
  expect(head).toContain('hop_2_sent_packets');
  expect(head.slice(-2)).toEqual(['group_0_queue_delay_mean_ms', 'group_1_queue_delay_mean_ms']);
  expect(first).toHaveLength(head.length);
});

test('CSV as shown has a row for each point, with units', () => {
  const { rows } = parse(
    asShown(FACTS, [
      {
        plot: 'Queue delay',
        lane: 'CoDel',
        series: '',
        x: 1.5,
        xUnit: 's',
        width: 0.06,
        y: 4.25,
        yUnit: 'ms',
        least: 1,
        greatest: 9,
      },
      { plot: 'Delay', lane: 'RED, "a"', series: 'dropped', x: 2, xUnit: 'ms', y: NaN, yUnit: '%' },
    ]),
  );
  expect(rows[1]).toEqual(['Queue delay', 'CoDel', '', '1.5', 's', '0.06', '4.25', 'ms', '1', '9']);
  expect(rows[2]).toEqual(['Delay', 'RED, "a"', 'dropped', '2', 'ms', '', '', '%', '', '']);
});

test('a title with line ends cannot add rows to a CSV file', () => {
  const text = asShown({ ...FACTS, title: 'one\ntwo\r=3\u2028four' }, []);
  expect(text.split('\n')[0]).toBe('# title: one two =3 four');
  expect(field('a\r\nb')).toBe('"a\r\nb"');
});

test('numbers are the shortest that read back as the same 32-bit number', () => {
  expect(shortest(Math.fround(0.1))).toBe(0.1);
  expect(shortest(Math.fround(12.8))).toBe(12.8);
  expect(shortest(NaN)).toBeNaN();
  for (let i = 0; i < 10_000; i++) {
    const number = Math.fround(((i * 0.618_034) % 1) * 10 ** ((i % 13) - 6));
    expect(Math.fround(shortest(number))).toBe(number);
  }
});

test('JSON has the members of `aqm run --json`, and where it comes from', () => {
  const lanes = [{ queue: 'codel', seconds: 14 } as LaneReport];
  const read = JSON.parse(summaryJson(FACTS, lanes)) as Record<string, unknown>;
  expect(Object.keys(read)).toEqual(['version', 'title', 'seed', 'untilS', 'lanes', 'about']);
  expect(read).toMatchObject({ version: 1, seed: 7, untilS: 14, lanes });
  expect(read['about']).toMatchObject({ link: FACTS.link, simulator: 'AQM Playground 0.2.0' });
});

test('Markdown keeps the texts of the page, and escapes its own signs', () => {
  const text = markdown(FACTS, {
    caption: 'Measures from 0 s to 14 s',
    head: ['lane', 'mean delay, ms', 'dropped, %'],
    rows: [
      ['a|b *c*', '12.8', '–'],
      ['CoDel', '1,234', '0.61'],
    ],
  });
  const lines = text.split('\n');
  expect(lines[0]).toBe('A \\<burst\\> & "four" downloads. Measures from 0 s to 14 s.');
  const cells = (line: string): string[] =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim());
  expect(cells(lines[2])).toEqual(['lane', 'mean delay, ms', 'dropped, %']);
  expect(cells(lines[3])).toEqual(['---', '---:', '---:']);
  expect(cells(lines[4])).toEqual(['a\\|b \\*c\\*', '12.8', '–']);
  expect(cells(lines[5])).toEqual(['CoDel', '1,234', '0.61']);
  expect(text).toContain(`(${FACTS.link})`);
  expect(text).toContain(madeBy(FACTS));
});

test('a PNG file gets its texts behind the size, with right checksums', () => {
  // One transparent pixel.
  const png = Uint8Array.from(
    atob(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    ),
    (c) => c.charCodeAt(0),
  );
  const file = withTexts(png, { Source: FACTS.link, Title: 'RTT é' });
  const view = new DataView(file.buffer);
  const found: Record<string, string> = {};
  const order: string[] = [];
  for (let at = 8; at < file.length;) {
    const length = view.getUint32(at);
    const type = new TextDecoder().decode(file.subarray(at + 4, at + 8));
    expect(view.getUint32(at + 8 + length), type).toBe(
      crc32(file.subarray(at + 4, at + 8 + length)),
    );
    order.push(type);
    if (type === 'iTXt') {
      const text = new TextDecoder().decode(file.subarray(at + 8, at + 8 + length));
      const [keyword] = text.split('\0');
      found[keyword] = text.slice(text.lastIndexOf('\0') + 1);
    }
    at += 12 + length;
  }
  expect(order).toEqual(['IHDR', 'iTXt', 'iTXt', 'IDAT', 'IEND']);
  expect(found).toEqual({ Source: FACTS.link, Title: 'RTT é' });
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  expect(() => withTexts(new Uint8Array(40), {})).toThrow('no PNG');
});

test('file names are words of the title', () => {
  expect(fileName('A burst, against "four"/..\\downloads é', 'summary', 'json')).toBe(
    'a-burst-against-four-downloads-é-summary.json',
  );
  expect(fileName('…', 'x', 'csv')).toBe('aqm-x.csv');
});

test('the verdict names the lanes that differ, and why', () => {
  const digests = ['1a2b3c4d5e6f7a8b', '00000000ffffffff', 'aaaaaaaabbbbbbbb'];
  const names = ['RED', 'CoDel', 'PIE'];
  const promise = (version: string, ...own: string[]) => ({ version, digests: own });
  const equal = judge(
    promise('0.2.0', '1a2b3c4d', '00000000', 'aaaaaaaa'),
    digests,
    names,
    '0.2.0',
  );
  expect(equal).toMatchObject({ isSame: true, word: 'Reproduced exactly' });
  expect(equal.sentence).toBe('All 3 lanes have the digests that the link carries, version 0.2.0.');
  const old = judge(promise('0.1.0', '1a2b3c4d', '00000001', 'aaaaaaaa'), digests, names, '0.2.0');
  expect(old).toMatchObject({ isSame: false, word: 'Differs from the link' });
  expect(old.sentence).toBe(
    'CoDel differs; RED and PIE are the same. The link was made with version 0.1.0; this page has 0.2.0.',
  );
  const all = judge(promise('0.2.0', '0', '1', '2'), digests, names, '0.2.0');
  expect(all.sentence).toMatch(/^RED, CoDel and PIE differ\. The version is the same, 0\.2\.0: /);
});
