import type { Problem } from '../../core/sim/protocol';
import { decodeLink } from '../../core/state/read-link';
import { isPicture } from './picture';
import { contentOf, MOST_KIB, MOST_LANES, type Work } from './work';

/** First member of a file with scenarios, and its version. */
const KIND = 'aqmPlayground';
const SCENARIOS = 'scenarios';
const VERSION = 1;
/** The limit of a file, MiB, and the most scenarios in one. */
export const MOST_FILE_MIB = 32;
const MOST_WORKS = 2000;

/** Returns all works as the text of one file. */
export function fileOf(works: readonly Work[], nowMs: number): string {
  const scenarios = works.map((work) => ({
    changed: new Date(work.changedMs).toISOString(),
    seen: work.seen,
    picture: work.picture,
    scenario: contentOf(work),
  }));
  const head = { [KIND]: SCENARIOS, version: VERSION, exported: new Date(nowMs).toISOString() };
  return `${JSON.stringify({ ...head, scenarios }, null, 1)}\n`;
}

/** Returns a JSON value if it claims to be a file of scenarios; undefined otherwise. */
export function asFile(text: string): Readonly<Record<string, unknown>> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const isFile = typeof value === 'object' && value !== null && Object.hasOwn(value, KIND);
  return isFile ? (value as Record<string, unknown>) : undefined;
}

/** What a file of scenarios holds. */
export interface Imported {
  /** Works with new names, in the order of the file. */
  readonly works: readonly Work[];
  /** Number of scenarios that are kept already. */
  readonly known: number;
  /** What was left out, and why. */
  readonly problems: readonly Problem[];
}

interface Means {
  /** Returns the problems of a scenario, as the simulator finds them. */
  readonly check: (text: string) => Promise<readonly Problem[]>;
  readonly newId: () => string;
  readonly nowMs: number;
  /** The works that are kept already. */
  readonly present: readonly Work[];
}

/** Reads a file of scenarios, which anybody may have written. It changes nothing that is kept. */
export async function read(
  file: Readonly<Record<string, unknown>>,
  means: Means,
): Promise<Imported> {
  const refused = (path: string, message: string): Imported => ({
    works: [],
    known: 0,
    problems: [{ path, message }],
  });
  const { version, scenarios } = file;
  if (file[KIND] !== SCENARIOS) return refused(KIND, `is not "${SCENARIOS}".`);
  if (version !== VERSION)
    return refused(
      'version',
      `is not ${VERSION}, the only version that this page reads. Reload the page: a newer one may read it.`,
    );
  if (!Array.isArray(scenarios)) return refused('scenarios', 'is not a list.');
  if (scenarios.length > MOST_WORKS)
    return refused('scenarios', `has ${scenarios.length} entries; expected at most ${MOST_WORKS}.`);
  const works: Work[] = [];
  const problems: Problem[] = [];
  const texts = new Set(means.present.map(({ scenario }) => scenario));
  let known = 0;
  for (const [index, entry] of scenarios.entries()) {
    const found = await workOf(entry, means);
    if ('id' in found) {
      if (texts.has(found.scenario)) known++;
      else works.push(found);
      texts.add(found.scenario);
    } else
      for (const { path, message } of found)
        problems.push({ path: `scenarios[${index}]${path && `.${path}`}`, message });
  }
  return { works, known, problems };
}

async function workOf(entry: unknown, means: Means): Promise<Work | readonly Problem[]> {
  if (typeof entry !== 'object' || entry === null)
    return [{ path: '', message: 'is not an object.' }];
  const { scenario, seen, picture, changed } = entry as Readonly<Record<string, unknown>>;
  if (typeof scenario !== 'object' || scenario === null)
    return [{ path: 'scenario', message: 'is missing.' }];
  const text = JSON.stringify(scenario);
  if (text.length > MOST_KIB * 1024)
    return [{ path: 'scenario', message: `is larger than ${MOST_KIB} KiB.` }];
  const problems = await means.check(text);
  if (problems.length > 0)
    return problems.map(({ path, message }) => ({
      path: `scenario${path && `.${path}`}`,
      message,
    }));
  const changedMs = typeof changed === 'string' ? Date.parse(changed) : NaN;
  // How it was shown does not change the run, so it may be left out.
  const link = typeof seen === 'string' && (await decodeLink(seen)).ok ? seen : '';
  return {
    id: means.newId(),
    scenario: text,
    seen: link,
    picture: isPicture(picture, MOST_LANES) ? picture : [],
    changedMs: Number.isFinite(changedMs) ? Math.min(changedMs, means.nowMs) : means.nowMs,
    revision: 1,
  };
}
