import { untrack } from 'svelte';
import { reasonOf, within } from '../../kit/storage/database';
import type { Scenario } from '../../core/document/scenario';
import { canonicalOf } from '../../core/state/canonical';
import type { Workspace } from '../../core/state/workspace.svelte';
import type { Choice } from './import/csv';
import { asFile, asKeptRun, type KeptRun, LONGEST_NAME } from './kept-run';
import type { MeasuredRun } from './run.svelte';
import type { Found, Storage } from './storage';

/** Least time between two writes, ms. A run that is dragged changes in every frame. */
const PAUSE_MS = 400;

/** What the keeping needs of the page around it; tests replace it. */
export interface Around {
  readonly storage: Storage;
  readonly nowMs: () => number;
  /** Returns a name that no run has. */
  readonly newId: () => string;
  /** Calls back later. Returns a function that prevents it. */
  readonly later: (callback: () => void, ms: number) => () => void;
  /** Remembers that this browser keeps measured runs, so that the next page looks for them. */
  readonly remember: () => void;
}

/** What the keeping needs of the runs over the plots. */
export interface Overlay {
  runs: readonly MeasuredRun[];
  /** Reads a kept file. Fails with the reason if that is impossible. */
  read(kept: KeptRun, file: Blob): Promise<MeasuredRun>;
  /** Draws a run over the plots. Returns whether there was room. */
  show(run: MeasuredRun): boolean;
  /** Draws a run again, with its settings. Returns the new one, if there was room. */
  copy(run: MeasuredRun): MeasuredRun | undefined;
}

/** An open document, or one that was open in this tab. */
interface Document {
  /** As it was opened. */
  readonly opened: Scenario;
  /** As it is, or as it was left. */
  scenario: Scenario;
  /** Name of the kept scenario that it is. */
  kept: string | undefined;
  /** Canonical form of `of`. */
  content: { readonly of: Scenario; readonly text: string } | undefined;
}

/**
 * Keeps the measured runs in this browser, with the scenario that they lie over. Opening another scenario shows its runs, or none; those
 * of the former one come back with it. What the browser does not keep stays in the tab in the same way.
 */
export class Keeping {
  readonly #workspace: Workspace;
  readonly #shown: Overlay;
  readonly #around: Around;
  #document: Document | undefined;
  /** Documents with runs that were open in this tab, and their runs. */
  #left: { readonly document: Document; readonly runs: readonly MeasuredRun[] }[] = [];
  /** Accesses to the storage, one after the other. */
  #work: Promise<void> = Promise.resolve();
  #cancel: (() => void) | undefined;
  #hasWarned = false;
  /** Keys of damaged runs that a notice has named. */
  readonly #named: string[] = [];

  constructor(workspace: Workspace, shown: Overlay, around: Around) {
    this.#workspace = workspace;
    this.#shown = shown;
    this.#around = around;
  }

  /** Follows the document and the settings of the runs. Returns a function that ends it. */
  watch(): () => void {
    const { doc, origin, bursts } = this.#workspace;
    return $effect.root(() => {
      $effect.pre(() => {
        const { scenario: opened, kept } = origin;
        const scenario = { ...origin.shared, changes: [...bursts.ended(doc.changes)] };
        if (opened) untrack(() => this.#follow({ opened, scenario, kept, content: undefined }));
      });
      $effect(() => {
        for (const run of this.#shown.runs) void JSON.stringify(run.settings);
        untrack(() => this.#saveSoon());
      });
    });
  }

  /** Waits until everything is kept, or was refused. */
  async flush(): Promise<void> {
    this.#save();
    await this.#work;
  }

  /** The page is left. */
  leave(): void {
    const changed = this.#changed(this.#document, this.#shown.runs);
    if (changed.length > 0) this.#around.storage.update(changed).catch(() => undefined);
  }

  /** Keeps a run that was added. `pack`: returns its file. */
  add(run: MeasuredRun, choice: Choice | undefined, pack: () => Promise<Uint8Array>): void {
    const document = this.#document;
    const [id, addedMs] = [this.#around.newId(), this.#around.nowMs()];
    this.#then(async () => {
      try {
        const file = await pack();
        run.entry = { id, file, choice, addedMs, written: '' };
        if (!document) return;
        await this.#canonical(document);
        const [kept] = this.#changed(document, [run]);
        await within(this.#around.storage.add(kept, file));
        this.#around.remember();
      } catch (error) {
        run.entry = undefined;
        this.#workspace.notices.warn(
          `${run.name} stays here until this tab is closed or reloaded. This browser cannot keep it: ${reasonOf(error)}.`,
        );
      }
    });
  }

  /** A run was removed from the page: removes it from the browser. */
  remove(run: MeasuredRun): void {
    this.#then(async () => {
      const { entry } = run;
      run.entry = undefined;
      if (entry) await this.#forget(entry.id, run.name);
    });
  }

  #then(act: () => Promise<void>): void {
    this.#work = this.#work.then(act);
  }

  #follow(now: Document): void {
    const former = this.#document;
    if (former?.opened === now.opened) {
      const isNewlyKept = now.kept !== undefined && former.kept !== now.kept;
      former.scenario = now.scenario;
      former.kept = now.kept ?? former.kept;
      this.#saveSoon();
      // A link was opened, and its first change has made it the next state of a kept scenario.
      if (isNewlyKept && this.#shown.runs.length === 0) this.#then(() => this.#restore(former, []));
      return;
    }
    this.#document = now;
    const { runs } = this.#shown;
    if (former && runs.length > 0) {
      this.#left = [...this.#left, { document: former, runs }];
      this.#shown.runs = [];
      this.#then(() => this.#write(former, runs));
    }
    this.#then(() => this.#restore(now, runs));
  }

  /** Shows the runs of the open document. `before`: those of the document before it. */
  async #restore(document: Document, before: readonly MeasuredRun[]): Promise<void> {
    const content = await this.#canonical(document);
    const isOf = (scenario: string | undefined, text: string): boolean =>
      document.kept !== undefined && scenario !== undefined
        ? scenario === document.kept
        : text === content && content !== '';
    const here = this.#left.find(({ document: { kept, content } }) =>
      isOf(kept, content?.text ?? ''),
    );
    if (!this.#isOpen(document)) return;
    if (here) {
      this.#left = this.#left.filter((one) => one !== here);
      for (const run of here.runs) this.#shown.show(run);
    } else await this.#load((run) => isOf(run.scenario, run.content), document);
    if (this.#isOpen(document) && this.#shown.runs.length === 0 && before.length > 0)
      this.#offer(before);
  }

  #isOpen(document: Document): boolean {
    return this.#document === document;
  }

  async #load(isWanted: (run: KeptRun) => boolean, document: Document): Promise<void> {
    let all: readonly Found[];
    try {
      all = await within(this.#around.storage.load(isWanted));
    } catch {
      // Nothing is lost here: a run that is added says so.
      return;
    }
    const here = [...this.#shown.runs, ...this.#left.flatMap(({ runs }) => runs)];
    const nameless: string[] = [];
    const added = ({ run }: Found): number => asKeptRun(run)?.addedMs ?? Infinity;
    for (const { key, run: value, file } of all.toSorted((a, b) => added(a) - added(b))) {
      const kept = asKeptRun(value);
      if (kept && file === undefined) {
        // Another tab has removed it, and this one has kept its settings again.
        await this.#forget(key, kept.name);
        continue;
      }
      const content = asFile(file);
      if (!kept || kept.id !== key || !content) {
        nameless.push(key);
        continue;
      }
      if (here.some(({ entry }) => entry?.id === key)) continue;
      try {
        const run = await this.#shown.read(kept, content);
        if (!this.#isOpen(document)) return;
        const { id, choice, addedMs, scenario } = kept;
        // A link to the kept scenario was opened.
        document.kept ??= scenario;
        const isWhole = run.restore(kept.settings);
        run.entry = { id, file: file as Uint8Array, choice, addedMs, written: '' };
        if (this.#shown.show(run) && !isWhole)
          this.#workspace.notices.warn(
            `The kept settings of ${run.name} are damaged. Check its start, its base RTT and its factor.`,
          );
      } catch (error) {
        const reason = error instanceof Error ? error.message : '';
        this.#damaged([key], `${kept.name}, which this browser keeps, is not drawn. ${reason}`);
      }
    }
    const [are, runs] =
      nameless.length > 1 ? ['are', `${nameless.length} measured runs`] : ['is', 'A measured run'];
    if (nameless.length > 0)
      this.#damaged(nameless, `${runs} that this browser keeps ${are} damaged, and not drawn.`);
  }

  /** Says once that kept runs cannot be drawn, and offers to remove them. */
  #damaged(keys: readonly string[], text: string): void {
    if (keys.every((key) => this.#named.includes(key))) return;
    this.#named.push(...keys);
    this.#workspace.notices.warn(text, [], {
      label: keys.length > 1 ? 'Remove them from this browser' : 'Remove it from this browser',
      act: () =>
        this.#then(async () => {
          for (const key of keys) await this.#forget(key, 'The damaged run');
        }),
    });
  }

  async #forget(key: string, name: string): Promise<void> {
    try {
      await within(this.#around.storage.remove(key));
    } catch (error) {
      this.#workspace.notices.warn(
        `${name} is removed from this page, but not from this browser: ${reasonOf(error)}.`,
      );
    }
  }

  #offer(before: readonly MeasuredRun[]): void {
    const names = before.map(({ name }) => name).join(' and ');
    const [belong, come] = before.length > 1 ? ['belong', 'come'] : ['belongs', 'comes'];
    this.#workspace.notices.offer(
      `${names} ${belong} to the former scenario, and ${come} back with it.`,
      {
        label: 'Draw here, too',
        act: () => {
          for (const run of before) {
            const copy = this.#shown.copy(run);
            const { entry } = run;
            if (copy && entry) this.add(copy, entry.choice, () => Promise.resolve(entry.file));
          }
        },
      },
    );
  }

  #saveSoon(): void {
    if (this.#cancel || this.#shown.runs.length === 0) return;
    this.#cancel = this.#around.later(() => this.#save(), PAUSE_MS);
  }

  #save(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const document = this.#document;
    const { runs } = this.#shown;
    if (document) this.#then(() => this.#write(document, runs));
  }

  /** Keeps what has changed of runs, and of the scenario that they lie over. */
  async #write(document: Document, runs: readonly MeasuredRun[]): Promise<void> {
    if (runs.length === 0) return;
    await this.#canonical(document);
    const changed = this.#changed(document, runs);
    if (changed.length === 0) return;
    try {
      await within(this.#around.storage.update(changed));
      this.#hasWarned = false;
    } catch (error) {
      if (!this.#hasWarned)
        this.#workspace.notices.warn(
          `This browser cannot keep the settings of the measured run: ${reasonOf(error)}.`,
        );
      this.#hasWarned = true;
    }
  }

  /** Returns those runs whose kept state differs from the present one, as they are now to be kept. */
  #changed(document: Document | undefined, runs: readonly MeasuredRun[]): KeptRun[] {
    return runs.flatMap((run) => {
      const { entry } = run;
      if (!entry || !document) return [];
      const kept: KeptRun = {
        id: entry.id,
        scenario: document.kept,
        content: document.content?.text ?? '',
        name: run.name.slice(0, LONGEST_NAME),
        place: run.place,
        choice: entry.choice,
        settings: run.settings,
        bytes: entry.file.length,
        addedMs: entry.addedMs,
      };
      const text = JSON.stringify(kept);
      if (text === entry.written) return [];
      entry.written = text;
      return [kept];
    });
  }

  /** Returns the canonical form of a document as it is now. */
  async #canonical(document: Document): Promise<string> {
    const { scenario: of, content } = document;
    if (content?.of === of) return content.text;
    const text = await canonicalOf(this.#workspace.run, of).catch(() => '');
    document.content = { of, text };
    return text;
  }
}
