import { excerpt } from '../../core/state/excerpt';
import { overTime, VIEWS } from '../../core/views/registry';

/** The controls that an embedded run can show. */
export const CONTROLS = [
  'play',
  'restart',
  'speed',
  'time',
  'queues',
  'bandwidth',
  'rtt',
  'buffer',
  'flows',
  'burst',
] as const;
export type EmbedControl = (typeof CONTROLS)[number];

/** Short names of the plots that are used most. */
const SHORT: Readonly<Record<string, string>> = { delay: 'queue-delay', drops: 'drops-and-marks' };
const MOST_PANELS = 4;
const STANDARD: readonly EmbedControl[] = ['play', 'time'];
const KNOWN = ['embed', 'panels', 'controls', 'theme', 'origin', 'autoplay'];
/** Most lines about parameters that are ignored, and most characters of a value that is read. */
const MOST_LINES = 3;
const MOST_CHARS = 300;

/** What the address of an embedded run asks for. */
export interface EmbedParameters {
  /** Ids of the plots; undefined: those of the link. */
  readonly panels: readonly string[] | undefined;
  readonly controls: readonly EmbedControl[];
  readonly theme: 'light' | 'dark' | undefined;
  /** The origin that may receive messages, or "*" for any. */
  readonly origin: string | undefined;
  /** The run plays once it is open. */
  readonly autoplay: boolean;
  /** A line for each parameter that is ignored. */
  readonly ignored: readonly string[];
}

/** Returns the web origin of an address; undefined if it has none. */
export function originOf(address: string): string | undefined {
  try {
    const { origin, protocol } = new URL(address);
    return protocol === 'https:' || protocol === 'http:' ? origin : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the parameters of an address. A value that is not known is ignored, with a line that says so. */
export function readParameters(search: string): EmbedParameters {
  const given = new URLSearchParams(search);
  const ignored: string[] = [];
  const ignore = (name: string, value: string, expected: string): void =>
    void ignored.push(
      `${excerpt(name, 20)}=${excerpt(value, 30)} is ignored; expected ${expected}.`,
    );

  for (const name of new Set(given.keys()))
    if (!KNOWN.includes(name)) ignore(name, given.get(name) ?? '', `the names ${KNOWN.join(', ')}`);

  const list = (name: string): string[] | undefined => {
    const text = given.get(name);
    if (text === null) return undefined;
    if (text.length <= MOST_CHARS) return text.split(',').filter((word) => word !== '');
    ignore(name, text, `at most ${MOST_CHARS} characters`);
    return undefined;
  };
  const ids = overTime(VIEWS).map(({ id }) => id);
  const panels = list('panels')?.flatMap((word) => {
    const id = Object.hasOwn(SHORT, word) ? SHORT[word] : word;
    if (ids.includes(id)) return [id];
    ignore('panels', word, 'delay, drops, utilization, or another plot of docs/embed.md');
    return [];
  });
  const controls = list('controls')?.flatMap((word) => {
    const control = CONTROLS.find((control) => control === word);
    if (control === undefined) ignore('controls', word, CONTROLS.join(', '));
    return control ?? [];
  });

  const theme = given.get('theme') ?? undefined;
  const isTheme = theme === 'light' || theme === 'dark';
  if (theme !== undefined && !isTheme) ignore('theme', theme, 'light or dark');
  const origin = given.get('origin') ?? undefined;
  const isOrigin = origin !== undefined && (origin === '*' || originOf(origin) === origin);
  if (origin !== undefined && !isOrigin)
    ignore('origin', origin, 'an origin such as https://example.org, or *');

  const more = ignored.length - MOST_LINES;
  return {
    panels: panels?.length ? [...new Set(panels)].slice(0, MOST_PANELS) : undefined,
    controls: controls ? [...new Set(controls)] : STANDARD,
    theme: isTheme ? theme : undefined,
    origin: isOrigin ? origin : undefined,
    autoplay: given.has('autoplay'),
    ignored: [...ignored.slice(0, MOST_LINES), ...(more > 0 ? [`${more} more are ignored.`] : [])],
  };
}
