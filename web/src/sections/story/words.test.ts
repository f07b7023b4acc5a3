import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PARAMETERS } from '../../core/document/parameters.generated';
import { OF_APPLICATIONS, OF_LANES, OF_PARTS } from '../../core/variables/measures.generated';
import { faceOf } from './plot';
import { ENGLISH, filled, labelIn, local, nameIn, unitIn, type WordFile, wordsOf } from './words';
import { STORY_VIEWS } from './write';

const read = (name: string): WordFile =>
  JSON.parse(readFileSync(new URL(`words/${name}`, import.meta.url), 'utf8')) as WordFile;
const LANGUAGES = readdirSync(new URL('words', import.meta.url));
const english = read('en.json').words;
const german = wordsOf('de');
/** Names in braces. */
const holes = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

describe.each(LANGUAGES)('%s', (file) => {
  const { words, names } = read(file);
  test('has every word, no other, and each with the same values', () => {
    expect(Object.keys(words)).toEqual(Object.keys(english));
    for (const [name, text] of Object.entries(words)) {
      expect(text.trim(), name).not.toBe('');
      expect(holes(text), name).toEqual(holes(english[name] ?? ''));
    }
  });
  test('is named by its language, and its names are texts', () => {
    expect(file).toMatch(/^[a-z]{2,3}(-[a-z0-9]+)*\.json$/);
    expect(Intl.getCanonicalLocales(file.replace('.json', ''))).toHaveLength(1);
    for (const [name, text] of Object.entries(names)) expect(text.trim(), name).not.toBe('');
  });
});

test('a language has its file, that of its primary tag, or English words; numbers follow the language', () => {
  expect([german.language, german.back, german.decimal]).toEqual(['de', 'Zurück', ',']);
  expect(wordsOf('de-AT')).toMatchObject({ language: 'de', decimal: ',' });
  expect(wordsOf('DE').language).toBe('de');
  expect(wordsOf('en')).toEqual(ENGLISH);
  expect(wordsOf('fr')).toMatchObject({ language: 'en', back: 'Back', decimal: ',' });
  expect(wordsOf('de-CH').decimal).toBe('.');
  // The reader of stories accepts more tags than browsers.
  for (const tag of ['', 'x', '__proto__', 'constructor', 'aaaaaaaaa-1'])
    expect(wordsOf(tag)).toMatchObject({ language: 'en', decimal: '.' });
});

test('numbers have the decimal separator and the unit of the language', () => {
  const no = '\u{a0}';
  for (const [text, expected] of [
    [`8.03${no}ms`, `8,03${no}ms`],
    [`1${no}packet`, `1${no}Paket`],
    ['30 packets', '30 Pakete'],
    ['9.57 Mbit/s', '9,57 Mbit/s'],
    ['99.7 %', '99,7 %'],
    ['–', '–'],
    [0.5, '0,5'],
  ] as const)
    expect(local(text, german)).toBe(expected);
  expect(local('8.03 ms', ENGLISH)).toBe('8.03 ms');
  expect([unitIn('bytes', german), unitIn('constructor', german)]).toEqual(['Byte', 'constructor']);
  expect(filled(german.set, { value: local('30 packets', german) })).toBe('30 Pakete einstellen');
});

test('the label of a control says where it is in the language', () => {
  expect(labelIn('Buffer, from 10.5 s', german)).toBe('Puffer, ab 10,5 s');
  expect(labelIn('Target, lane 2', german)).toBe('Zielwert, Spur 2');
  expect(labelIn('Rate, hop 3', german)).toBe('Rate, Hop 3');
  expect(labelIn('Something new', german)).toBe('Something new');
  expect(labelIn('Buffer, from 10 s', ENGLISH)).toBe('Buffer, from 10 s');
  expect(nameIn('constructor', german)).toBe('constructor');
});

test('German names every plot and measure, and every control of the stories of the page', () => {
  const views = STORY_VIEWS.flatMap((view) => [faceOf(view).title, faceOf(view).about]);
  const folder = new URL('../../../../stories/', import.meta.url);
  const stories = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
  const tries = stories.flatMap((text) =>
    [...text.matchAll(/^### Try[^]*?(?=^##)/gm)].flatMap(([part]) =>
      [...part.matchAll(/^- ([a-z][\w.]*) = /gm)].map(([, path]) => path),
    ),
  );
  const isAt = (name: string, path: string): boolean => {
    const [room, , ...rest] = path.split('.');
    if (room === 'link') return name === path;
    return name.startsWith(`${room}.`) && name.split('.').slice(2).join('.') === rest.join('.');
  };
  const controls = Object.entries(PARAMETERS)
    .filter(
      ([name, { type }]) =>
        ['number', 'integer'].includes(type) && tries.some((path) => isAt(name, path)),
    )
    .map(([, { label }]) => label);
  const measures = [...OF_LANES, ...OF_PARTS, ...OF_APPLICATIONS].map(({ title }) => title);
  expect(controls.length).toBeGreaterThan(10);
  const missing = [...views, ...controls, ...measures].filter((name) => !(name in german.names));
  expect([...new Set(missing)]).toEqual([]);
});
