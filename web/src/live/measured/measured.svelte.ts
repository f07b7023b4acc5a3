import { capacityOf } from './capacity';
import type { Series } from '../../kit/charts';
import { covered } from '../../core/document/interval';
import type { Workspace } from '../../core/state/workspace.svelte';
import { type Choice, readTable, type Table } from './import/csv';
import { type Source, readMeasured, textOfFile } from './import/read';
import type { Imported } from './import/recorded';
import { Refusal } from './import/refusal';
import { type Around, Keeping } from './keeping.svelte';
import { type KeptRun, packed } from './kept-run';
import { MeasuredRun } from './run.svelte';

/** Most measured runs at once. Two can be told apart by their dots. */
export const MOST_RUNS = 2;

/** A file with its name. */
export type NamedFile = Source & { readonly name: string };

/** The measured runs that lie over the plots. They are no part of the document, so neither links nor digests contain them. */
export class Measured {
  readonly #workspace: Workspace;
  /** Keeps them in this browser. */
  readonly keeping: Keeping;
  runs = $state.raw<readonly MeasuredRun[]>([]);
  /** A table whose columns the user has to choose. */
  table = $state.raw<{ readonly file: NamedFile; readonly table: Table }>();

  /** The time that the statistics cover, s: that of the numbers of the lanes. */
  readonly span: readonly [fromS: number, toS: number] | undefined = $derived.by(() => {
    const { run, display, doc, exact } = this.#workspace;
    const { report } = run;
    if (!report) return undefined;
    if (display.scope === 'run') return [doc.base.warmupS ?? 0, report.nowS];
    return exact ? [exact.fromS, exact.toS] : [...bounds(covered(report))];
  });

  constructor(workspace: Workspace, around: Around) {
    this.#workspace = workspace;
    this.keeping = new Keeping(workspace, this, around);
  }

  /** Reads files, and draws what they hold. A file that cannot be read changes nothing, and a notice says why. */
  async take(files: readonly NamedFile[]): Promise<void> {
    for (const file of files) {
      try {
        const read = readMeasured(await textOfFile(file));
        if ('table' in read) this.table = { file, table: read.table };
        else this.#add(file, read);
      } catch (error) {
        this.#refuse(file.name, error);
      }
    }
  }

  /** Draws the chosen columns of the table. Returns why that is impossible. */
  choose(choice: Choice): string | undefined {
    if (!this.table) return undefined;
    const { file, table } = this.table;
    try {
      this.#add(file, readTable(table, choice), choice);
      this.table = undefined;
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error.message;
      throw error;
    }
  }

  /** What a link of the page does not hold, in a sentence. */
  get lack(): string | undefined {
    if (this.runs.length === 0) return undefined;
    const names = this.runs.map(({ name }) => name).join(', ');
    return `Measured runs are not in it: send their files, too (${names}). The receiver drops them on the plots.`;
  }

  /** Removes a run from the page and from the browser. */
  remove(run: MeasuredRun): void {
    this.runs = this.runs.filter((other) => other !== run);
    this.keeping.remove(run);
  }

  async read({ name, place, choice }: KeptRun, file: Blob): Promise<MeasuredRun> {
    const read = readMeasured(await textOfFile(file));
    if (!('table' in read)) return this.#run(name, read, place);
    if (!choice) throw new Refusal('Its columns were not chosen.');
    return this.#run(name, readTable(read.table, choice), place);
  }

  show(run: MeasuredRun): boolean {
    if (this.runs.length >= MOST_RUNS) {
      this.#workspace.notices.warn(
        `${run.name} is not drawn: ${MOST_RUNS} measured runs are drawn at most. Remove one first.`,
      );
      return false;
    }
    this.runs = [...this.runs, run];
    return true;
  }

  copy(run: MeasuredRun): MeasuredRun | undefined {
    const copy = this.#run(run.name, run.imported);
    copy.restore(run.settings);
    return this.show(copy) ? copy : undefined;
  }

  #add(file: NamedFile, imported: Imported, choice?: Choice): void {
    const run = this.#run(file.name, imported);
    if (!this.show(run)) return;
    this.#workspace.notices.done(`${file.name}: ${imported.format}, drawn over the plots.`);
    this.keeping.add(run, choice, () => packed(file));
  }

  /** `place`: the shape of its dots, if that is free. */
  #run(name: string, imported: Imported, place: 0 | 1 = 0): MeasuredRun {
    const isTaken = this.runs.some((run) => run.place === place);
    const other = place === 0 ? 1 : 0;
    const { rttMs } = this.#workspace.current.link;
    return new MeasuredRun(name, isTaken ? other : place, imported, rttMs);
  }

  #refuse(name: string, error: unknown): void {
    if (!(error instanceof Refusal)) {
      this.#workspace.notices.warn(`${name} could not be read.`);
      throw error;
    }
    this.#workspace.notices.warn(`${name} is not drawn. ${error.message}`);
  }

  /** The bandwidth of the scenario at each time. */
  readonly capacity = $derived.by(() => capacityOf(this.#workspace.doc.scenario));

  /**
   * Returns the series of a view with those of the measured runs over them. `rows` is the number of lanes if each has a row of its own,
   * otherwise 0: then the measured runs are in every row.
   */
  over(view: string, own: readonly Series[], rows: number): readonly Series[] {
    const all = this.runs.flatMap((run) => {
      const column = run.columnFor(view, this.capacity);
      return column ? [{ run, column }] : [];
    });
    if (all.length === 0) return own;
    const line = (
      { run, column }: (typeof all)[number],
      more: { readonly row?: number; readonly inLane?: string },
    ): Series => ({
      kind: 'line',
      id: `measured-${run.place}-${more.row ?? 0}`,
      label: this.labelOf(run),
      column,
      ...run.style,
      isThin: true,
      ...more,
    });
    if (rows === 0) return [...own, ...all.map((one) => line(one, {}))];
    const placed = own.map((series): Series => {
      const row = series.row ?? Number.parseInt(series.id, 10);
      return series.row === undefined ? { ...series, dash: [], row } : series;
    });
    const over = Array.from({ length: rows }, (_, row) =>
      all.map((one) => line(one, { row, inLane: this.labelOf(one.run).toLowerCase() })),
    );
    return [...placed, ...over.flat()];
  }

  isDrawnIn(view: string): boolean {
    return this.runs.some((run) => run.columnFor(view, this.capacity) !== undefined);
  }

  /** Names, colours and dashes of the runs. */
  get looks(): readonly Pick<Series, 'label' | 'colour' | 'dash'>[] {
    return this.runs.map((run) => ({ label: this.labelOf(run), ...run.style }));
  }

  /** Returns the name of a run in plots. */
  labelOf(run: MeasuredRun): string {
    return this.runs.length > 1 ? `Measured ${run.place + 1}` : 'Measured';
  }
}

const bounds = ({ fromS, toS }: { fromS: number; toS: number }): readonly [number, number] => [
  fromS,
  toS,
];
