import { batchHash, loadBatch } from '../../wasm/batch-package';
import type { Catalogue, ItemRun, Paper, Report } from './report.generated';

/** Which simulator made a result. */
export interface Maker {
  /** Version number of the simulator. */
  readonly version: string;
  /** Hash of its code: a changed simulator may have the same version number. */
  readonly build: string;
}

/** The report of an item, which grows with each run that has been made. */
export interface GrowingReport {
  /** Takes the values of a run. Throws an `Error` if they are not those of this run. */
  put(run: number, values: Float64Array): void;
  report(): Report;
}

/** The functions of the batch package that read the papers; tests replace them. */
export interface Core {
  readonly maker: Maker;
  catalogue(): Catalogue;
  /** Reads a paper from JSON with the text of each file. Throws an `Error` whose message is a JSON list of problems. */
  open(files: string): Paper;
  runs(item: string): readonly ItemRun[];
  /** Returns the report of an item before any of its runs. */
  grow(item: string): GrowingReport;
}

/** Loads the batch package in this thread. */
export async function loadCore(): Promise<Core> {
  const [batch, build] = await Promise.all([loadBatch(), batchHash()]);
  return {
    maker: { version: batch.version(), build },
    catalogue: () => JSON.parse(batch.catalogue()) as Catalogue,
    open: (files) => (JSON.parse(batch.openPaper(files)) as Catalogue).papers[0],
    runs: (item) => JSON.parse(batch.runs(item)) as ItemRun[],
    grow: (item) => {
      const growing = new batch.GrowingReport(item);
      return {
        put: (run, values) => growing.put(run, values),
        report: () => JSON.parse(growing.json()) as Report,
      };
    },
  };
}
