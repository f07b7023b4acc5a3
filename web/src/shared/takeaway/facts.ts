import { fileWords } from '../../kit/ui/file-name';

/** What every file says about the run, or the table, that it holds. */
export interface Facts {
  readonly title: string;
  /** The whole address. */
  readonly link: string;
  /** Undefined where many runs have seeds of their own. */
  readonly seed?: number;
  /** Version of the simulator. */
  readonly version: string;
  /** Time up to which the run was computed, s. */
  readonly untilS?: number;
}

/** Returns the name of the simulator, the seed and the time: "AQM Playground 0.2.0, seed 1, to 14 s". */
export function madeBy({ version, seed, untilS }: Facts): string {
  const parts = [`AQM Playground ${version}`];
  if (seed !== undefined) parts.push(`seed ${seed}`);
  if (untilS !== undefined) parts.push(`to ${untilS} s`);
  return parts.join(', ');
}

/** Returns a name for a file: the words of the title, and what the file holds. */
export const fileName = (title: string, what: string, ending: string): string =>
  `${fileWords(title, 'aqm')}-${what}.${ending}`;
