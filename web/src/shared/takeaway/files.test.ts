import { marked, type Token, type Tokens } from 'marked';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import type { LaneReport } from '../../core/sim/measures.generated';
import type { Runner } from './computed';
import { asShown, field, shortest } from './csv';
import { fileName, madeBy } from './facts';
import { markdown } from './markdown';
import { columnsOfCsv, parquetFile } from './parquet';
import { crc32, withTexts } from './png';
import {
  type LaneSamples,
  type SampleColumn,
  samplesCsv,
  samplesOf,
  samplesTable,
} from './samples';
import { oneLine } from '../../kit/texts';
import { summaryJson } from './summary';
import { FACTS } from './testing';
import { emptyDigest, shortDigest } from '../../core/state/link-check';
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

/** Returns the result of a job: the columns of a lane. */
function packed(columns: readonly SampleColumn[]): Float64Array {
  const text = columns
    .map(({ place, isDouble, name }) => `${place} ${isDouble ? 'double' : 'single'} ${name}\n`)
    .join('');
  const bytes = new Uint8Array(4 * Math.ceil(text.length / 4));
  bytes.set(new TextEncoder().encode(text));
  const rows = columns[0].values.length;
  return Float64Array.from([
    text.length,
    ...new Uint32Array(bytes.buffer),
    rows,
    ...columns.flatMap(({ values }) => [...values]),
  ]);
}

const ROWS = 4321;
/** Returns a column of 32-bit or 64-bit numbers with gaps. */
function samples(place: number, name: string, lane: number, isDouble = false): SampleColumn {
  const values = Float64Array.from({ length: ROWS }, (_, i) => {
    const value = ((i * 0.618_034 + place + lane) % 100) / 3;
    return i % 7 === lane ? NaN : isDouble ? value : Math.fround(value);
  });
  return { place, name, isDouble, values };
}
const LANES: readonly LaneSamples[] = [0, 1].map((lane) => ({
  queue: ['codel', 'red'][lane],
  label: ['CoDel, target "5 ms"', 'RED'][lane],
  rows: ROWS,
  columns: [
    samples(0, 'queue_delay_mean_ms', lane),
    samples(1, 'sent_packets', lane),
    samples(14, 'group_1_mos', lane, true),
    // Each discipline has its own state.
    lane === 0 ? samples(45, 'state_count_drops', lane) : samples(16, 'state_average', lane),
  ],
}));
const HEAD = [
  ...['lane', 'queue', 'label', 'time_s', 'queue_delay_mean_ms', 'sent_packets', 'group_1_mos'],
  ...['state_average', 'state_count_drops'],
];

test('samples of the pool are unpacked as they were made', async () => {
  const jobs: unknown[] = [];
  const pool: Runner = {
    run: (all, options) => {
      jobs.push(...all);
      all.forEach((job, lane) => options.onResult(job, packed(LANES[lane].columns), 1));
      return Promise.resolve();
    },
  };
  const lanes = LANES.map(({ queue, label }) => ({ queue, label }));
  expect(await samplesOf(pool, lanes, { scenario: '{}', seed: 7, toS: 43.21 })).toEqual(LANES);
  expect(jobs).toMatchObject([{ lane: 0, seed: 7 }, { lane: 1 }]);
  const refuses: Runner = {
    run: (all, options) => Promise.resolve(options.onFailure(all[0], 'no such lane')),
  };
  await expect(samplesOf(refuses, lanes, { scenario: '{}', seed: 7, toS: 1 })).rejects.toThrow(
    'no such lane',
  );
});

test('CSV at full rate has every bin of every lane, and the numbers of the run', () => {
  const { comments, rows } = parse([...samplesCsv(FACTS, LANES)].join(''));
  expect(comments).toContain(`# link: ${FACTS.link}`);
  expect(comments).toContain('# seed: 7');
  expect(comments).toContain('# simulator: AQM Playground 0.2.0');
  const [head, ...body] = rows;
  expect(head).toEqual(HEAD);
  expect(body).toHaveLength(2 * ROWS);
  body.forEach((row, r) => {
    const [lane, i] = [Math.floor(r / ROWS), r % ROWS];
    const { queue, label, columns } = LANES[lane];
    expect(row.slice(0, 4)).toEqual([String(lane), queue, label, String(i / 100)]);
    HEAD.slice(4).forEach((name, c) => {
      const column = columns.find((one) => one.name === name);
      const truth = column?.values[i] ?? NaN;
      const text = row[4 + c];
      // The same number, to the last bit of its precision.
      if (Number.isNaN(truth)) expect(text).toBe('');
      else if (column?.isDouble) expect(Number(text)).toBe(truth);
      else if (Math.fround(Number(text)) !== truth) expect(text).toBe(String(truth));
    });
  });
});

test('Parquet has the types, the metadata and each number of the CSV', async () => {
  const file = await (await parquetFile(FACTS, 'seconds', samplesTable(LANES))).arrayBuffer();
  const { key_value_metadata, schema, created_by } = parquetMetadata(file);
  const said = Object.fromEntries((key_value_metadata ?? []).map(({ key, value }) => [key, value]));
  expect(said).toEqual({
    'aqm.title': FACTS.title,
    'aqm.link': FACTS.link,
    'aqm.seed': '7',
    'aqm.version': '0.2.0',
    'aqm.until_s': '14',
    'aqm.units': 'seconds',
  });
  expect(created_by).toBe('AQM Playground 0.2.0');
  const types = Object.fromEntries(schema.slice(1).map(({ name, type }) => [name, type]));
  expect(Object.keys(types)).toEqual(HEAD);
  expect(types).toMatchObject({
    lane: 'INT64',
    queue: 'BYTE_ARRAY',
    time_s: 'DOUBLE',
    sent_packets: 'FLOAT',
    group_1_mos: 'DOUBLE',
  });
  const read = await parquetReadObjects({ file });
  const [head, ...rows] = parse([...samplesCsv(FACTS, LANES)].join('')).rows;
  expect(read).toHaveLength(rows.length);
  rows.forEach((row, r) =>
    head.forEach((name, c) => {
      const value: unknown = read[r][name];
      const field = row[c];
      if (typeof value === 'string') expect(value).toBe(field);
      else if (value === null) expect(field).toBe('');
      else if (types[name] === 'FLOAT') expect(Math.fround(Number(field))).toBe(value);
      else expect(Number(field)).toBe(Number(value));
    }),
  );
});

test('a CSV text becomes columns with the types of aqm sweep --parquet', async () => {
  const csv =
    'case,rate,queues.0.ecn,weight,queues.0,lane,mean\n' +
    '"DSL, ""slow""",1,true,null,"{""kind"":""pie""}",0,1.5\n' +
    'fibre,25,false,0.5,red,1,\n';
  const columns = columnsOfCsv(csv, { case: 'STRING', lane: 'INT64' });
  expect(columns.map(({ type }) => type)).toEqual([
    ...['STRING', 'DOUBLE', 'BOOLEAN', 'DOUBLE', 'STRING', 'INT64', 'DOUBLE'],
  ]);
  const file = await (await parquetFile(FACTS, '', [columns])).arrayBuffer();
  expect(await parquetReadObjects({ file })).toEqual([
    {
      case: 'DSL, "slow"',
      rate: 1,
      'queues.0.ecn': true,
      weight: null,
      'queues.0': '{"kind":"pie"}',
      lane: 0n,
      mean: 1.5,
    },
    {
      ...{ case: 'fibre', rate: 25, 'queues.0.ecn': false, weight: 0.5, 'queues.0': 'red' },
      ...{ lane: 1n, mean: null },
    },
  ]);
});

test('a Parquet file without rows has its columns', async () => {
  const columns = columnsOfCsv('case,mean\n', { case: 'STRING' });
  const file = await (await parquetFile(FACTS, '', [columns])).arrayBuffer();
  expect(parquetMetadata(file)).toMatchObject({ num_rows: 0n });
  expect(parquetMetadata(file).schema.map(({ name }) => name)).toEqual(['aqm', 'case', 'mean']);
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
  expect([field('=1+1'), field('@x'), field('-5'), field(-5)]).toEqual([
    "'=1+1",
    "'@x",
    '-5',
    '-5',
  ]);
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

/** Returns the kinds of the parts of a Markdown text, and all its texts. */
function parts(text: string): { kinds: unknown; texts: string[]; links: string[] } {
  const texts: string[] = [];
  const links: string[] = [];
  const kind = (token: Token): unknown => {
    if (token.type === 'link') links.push((token as Tokens.Link).href);
    if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table;
      const cells = (row: Tokens.TableCell[]): unknown[] => row.map(({ tokens }) => joined(tokens));
      return ['table', cells(header), rows.map(cells)];
    }
    if ('tokens' in token && token.tokens) return [token.type, joined(token.tokens)];
    if (token.type !== 'space') texts.push('text' in token ? String(token.text) : token.raw);
    // A character that is escaped is a text of its own.
    return token.type === 'escape' ? 'text' : token.type;
  };
  const joined = (tokens: Token[]): unknown[] =>
    tokens.map(kind).filter((one, i, all) => one !== 'text' || all[i - 1] !== 'text');
  return { kinds: joined(marked.lexer(text)), texts, links };
}

test('Markdown has the same parts under every title and name', () => {
  const of = (title: string, link = FACTS.link): string =>
    markdown(
      { ...FACTS, title, link },
      { caption: 'Caption', head: ['lane', 'mean'], rows: [[title, '1']] },
    );
  const harmless = parts(of('A title'));
  for (const title of [
    ...['# x', '- x', '+ x', '* x', '1. x', '23) x', '> x', '~~~', '```', '===', '---', '    x'],
    ...['a | b', '*a* _b_ **c** ~~d~~ `e`', '[a](https://x.example)', '![a](b)', '<b>x</b>'],
    ...['<script>x</script>', '&lt;b&gt; &#60;', 'a\nb\n\n# c', 'a\r| b |', 'a\\', '\\| x', '$x$'],
    ...['https://x.example', 'www.x.example', 'a@x.example', '[a]: https://x.example', '<!-- x'],
    ...['\ufeff# x', '\u2028# x', '\u202e# x', 'x'.repeat(10_000), '*'.repeat(1000), 'Done.'],
  ]) {
    const { kinds, texts } = parts(of(title));
    expect(kinds, title).toEqual(harmless.kinds);
    const shown = oneLine(title);
    expect(texts.join(''), title).toContain(`${shown.replace(/\.$/, '')}. Caption.`);
  }
  for (const query of ['?a)', '?a) [x](javascript:1', '?<b>', '?a b\\', '?(']) {
    const { kinds, links } = parts(of('A title', `https://x.example/${query}#v1.abc`));
    expect(kinds, query).toEqual(harmless.kinds);
    expect(links, query).toHaveLength(1);
  }
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
  const promise = (version: string, ...own: string[]) => ({ version, digests: own, atS: 60 });
  const equal = judge(
    promise('0.2.0', '1a2b3c4d', '00000000', 'aaaaaaaa'),
    digests,
    names,
    '0.2.0',
  );
  expect(equal).toMatchObject({ kind: 'same', word: 'Reproduced exactly up to 60 s' });
  expect(equal.sentence).toBe(
    'All 3 lanes have the digests that the link carries, version 0.2.0. They say nothing about the run after 60 s.',
  );
  // Before the first packet, every run has the same digest.
  const none = emptyDigest(0);
  const nothing = { ...promise('0.2.0', shortDigest(none), shortDigest(none)), atS: 0.001 };
  expect(judge(nothing, [none, none], ['RED', 'PIE'], '0.2.0')).toMatchObject({
    kind: 'nothing',
    word: 'Nothing to compare',
    sentence: expect.stringContaining('up to 0.001 s') as string,
  });
  expect(judge(nothing, [none, digests[0]], ['RED', 'PIE'], '0.2.0').kind).toBe('differs');
  const old = judge(promise('0.1.0', '1a2b3c4d', '00000001', 'aaaaaaaa'), digests, names, '0.2.0');
  expect(old).toMatchObject({ kind: 'differs', word: 'Differs from the link' });
  expect(old.sentence).toBe(
    'CoDel differs; RED and PIE are the same. The link was made with version 0.1.0; this page has 0.2.0.',
  );
  const all = judge(promise('0.2.0', '0', '1', '2'), digests, names, '0.2.0');
  expect(all.sentence).toMatch(/^RED, CoDel and PIE differ\. The version is the same, 0\.2\.0: /);
});
