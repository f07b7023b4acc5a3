import { untrack } from 'svelte';
import type { Workspace } from '../../core/state/workspace.svelte';
import { judge, type Verdict } from './verdict';

/**
 * Follows the run of an opened link until it has reached the time of the link's check. The verdict then stays as long as the document
 * is as it was opened.
 */
export class LinkVerdict {
  readonly #workspace: Workspace;
  readonly #names: () => readonly string[];
  /** The promise of the link that was judged, and the result. */
  #judged = $state.raw<{ readonly of: object; readonly verdict: Verdict }>();

  /** `names`: the lanes as the page names them. It lives as long as the page. */
  constructor(workspace: Workspace, names: () => readonly string[]) {
    this.#workspace = workspace;
    this.#names = names;
    $effect.root(() => {
      $effect(() => this.#look());
    });
  }

  #look(): void {
    const { origin, run } = this.#workspace;
    const { promise } = origin;
    const { wholeReport: report, about } = run;
    if (!promise || !report || !about || this.#judged?.of === promise || origin.isEdited) return;
    if (report.nowS !== promise.atS || run.phase === 'busy') return;
    const digests = report.lanes.map(({ digest }) => digest);
    if (digests.length !== promise.digests.length) return;
    const otherHops = Number(about.hasReverse ?? false) + (about.otherHops ?? 0);
    const verdict = judge(promise, digests, this.#names(), about.version, otherHops);
    this.#judged = { of: promise, verdict };
    const said = `${verdict.word}. ${verdict.sentence}`;
    if (verdict.kind === 'differs') untrack(() => this.#workspace.notices.warn(said));
  }

  /** Undefined without a check, before the run has reached its time, and for an edited run. */
  get current(): Verdict | undefined {
    const { promise, isEdited } = this.#workspace.origin;
    return promise && this.#judged?.of === promise && !isEdited ? this.#judged.verdict : undefined;
  }

  /** The link has a check that was not compared yet. */
  get isPending(): boolean {
    const { promise, isEdited } = this.#workspace.origin;
    return promise !== undefined && this.#judged?.of !== promise && !isEdited;
  }
}
