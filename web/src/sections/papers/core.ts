import { batchHash, loadBatch } from '../../wasm/batch-package';
import type { Catalogue, ItemRun, Paper, Report } from './report.generated';

/** Which simulator made a result. */
export interface Maker {
  /** Version number of the simulator. */
  readonly version: string;
  /** Hash of its code: a changed simulator may have the same version number. */
  readonly build: string;
}

/** The functions of the batch package that read the papers; tests replace them. */
export interface Core {
  readonly maker: Maker;
  catalogue(): Catalogue;
  /** Reads a paper from JSON with the text of each file. Throws an `Error` whose message is a JSON list of problems. */
  open(files: string): Paper;
  runs(item: string): readonly ItemRun[];
  /** `results`: for each run its values, undefined if it has not been made. Throws an `Error` if they are not those of the item. */
  report(item: string, results: readonly (Float64Array | undefined)[]): Report;
}

/** Loads the batch package in this thread. */
export async function loadCore(): Promise<Core> {
  const [batch, build] = await Promise.all([loadBatch(), batchHash()]);
  const none = new Float64Array();
  return {
    maker: { version: batch.version(), build },
    catalogue: () => JSON.parse(batch.catalogue()) as Catalogue,
    open: (files) => (JSON.parse(batch.openPaper(files)) as Catalogue).papers[0],
    runs: (item) => JSON.parse(batch.runs(item)) as ItemRun[],
    report: (item, results) => {
      const all = new batch.Results();
      // `report` takes the list, and frees it.
      for (const values of results) all.push(values ?? none);
      return JSON.parse(batch.report(item, all)) as Report;
    },
  };
}
