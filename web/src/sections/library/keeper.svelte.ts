import { untrack } from 'svelte';
import type { Scenario } from '../../core/document/scenario';
import { wholeMs } from '../../core/document/time';
import { canonicalOf } from '../../core/state/canonical';
import { same } from '../../core/document/same';
import { encodeLink } from '../../core/state/share';
import type { Workspace } from '../../core/state/workspace.svelte';
import { type Picture, pictureOf } from './picture';
import { nameOf, type Work } from './work';
import type { Draft, Works } from './works.svelte';

/** Least time between two writes, ms. A moving slider changes the document several times a second. */
const PAUSE_MS = 400;

/** A document that is open or was open, until all of it is kept. */
interface Session {
  /** As it was opened. */
  readonly opened: Scenario | undefined;
  /** As it was when this began: a reload restores a document with its changes. */
  readonly began: Scenario;
  /** Name of the kept scenario that it was opened as. */
  readonly kept: string | undefined;
  /** Name under which it is kept, unless it is the next state of another one. */
  readonly id: string;
  /** As this tab has kept it last. */
  base: Work | undefined;
  /** What is to be kept. */
  draft: Draft | undefined;
  /** How it was shown at the last write. */
  seen: string;
  /** Nothing was kept yet. */
  isFirst: boolean;
}

/** Keeps the open document in the browser, from its first change on. A preset that is only opened and played is not kept. */
export class Keeper {
  readonly #workspace: Workspace;
  readonly #works: Works;
  readonly #later: (callback: () => void, ms: number) => () => void;
  #session: Session | undefined;
  /** The writes, one after the other. */
  #writing: Promise<void> = Promise.resolve();
  #cancel: (() => void) | undefined;
  #hasWarned = false;

  constructor(
    workspace: Workspace,
    works: Works,
    later: (callback: () => void, ms: number) => () => void,
  ) {
    this.#workspace = workspace;
    this.#works = works;
    this.#later = later;
  }

  /** Follows the document. Returns a function that ends it. */
  watch(): () => void {
    const { doc, origin, run } = this.#workspace;
    return $effect.root(() => {
      $effect(() => {
        void [doc.base, doc.changes, origin.scenario, origin.isEdited, origin.shared, run.phase];
        untrack(() => this.#changed());
      });
    });
  }

  /** Keeps the open document now, with its present picture. */
  async flush(): Promise<void> {
    this.#take();
    this.#write();
    await this.#writing;
  }

  /** The page is left. A write that has not ended may be lost. */
  leave(): void {
    this.#take();
    const { draft, base, seen, id } = this.#session ?? {};
    if (draft && id !== undefined && draft.scenario !== base?.scenario)
      this.#works.keepLast({ ...draft, seen: seen || draft.seen }, id, base);
  }

  #changed(): void {
    const { origin } = this.#workspace;
    if (!this.#session || origin.scenario !== this.#session.opened) {
      // The former document is kept as it was shown last.
      if (this.#session) this.#write(Promise.resolve(this.#session.seen));
      this.#session = this.#begun();
    }
    this.#take();
    if (!this.#session.draft || this.#cancel) return;
    // The first change is kept at once.
    this.#write();
    this.#cancel = this.#later(() => {
      this.#cancel = undefined;
      this.#take();
      this.#write();
    }, PAUSE_MS);
  }

  #begun(): Session {
    const { doc, origin } = this.#workspace;
    const { scenario: opened, kept } = origin;
    const id = this.#works.newId();
    const began = { ...origin.shared, changes: [...doc.changes] };
    return {
      ...{ opened, began, kept, id, seen: '', isFirst: true },
      ...{ base: undefined, draft: undefined },
    };
  }

  /** Takes the present state of the document as the draft, if it is to be kept. */
  #take(): void {
    const { doc, origin, run, bursts } = this.#workspace;
    const session = this.#session;
    if (!session || !origin.scenario || origin.scenario !== session.opened) return;
    const { base, isFirst, kept, seen } = session;
    // A kept scenario follows the way back to its first state. Of others, what was built stays.
    if (!origin.isEdited && (isFirst || kept === undefined)) return;
    const scenario = JSON.stringify({ ...origin.shared, changes: bursts.ended(doc.changes) });
    const isOld = scenario === base?.scenario;
    const isResting = run.phase === 'paused' || run.phase === 'finished';
    // A new picture alone does not bring back a scenario that was deleted.
    if (isOld && !(isResting && this.#works.find(base.id))) return;
    const former = (session.draft ?? base)?.picture ?? [];
    // A picture of a long run takes milliseconds, so a moving slider does not draw one each time.
    const picture = this.#cancel || run.lanes.length === 0 ? former : this.#drawn();
    if (!isOld || !same(picture, base.picture)) session.draft = { scenario, seen, picture };
  }

  /** Returns the picture of the computed part of the run. */
  #drawn(): Picture {
    return this.#workspace.run.lanes.map(({ delayMean: { values, length } }) =>
      pictureOf(values.subarray(0, length)),
    );
  }

  /** Writes the draft after those before it. `shown`: a link to how the document is shown. */
  #write(shown = this.#linkOfDisplay()): void {
    const session = this.#session;
    if (!session?.draft) return;
    this.#writing = this.#writing.then(async () => {
      session.seen = await shown.catch(() => session.seen);
      const { draft } = session;
      session.draft = undefined;
      if (draft) await this.#keep(session, { ...draft, seen: session.seen });
    });
  }

  async #keep(session: Session, draft: Draft): Promise<void> {
    const { notices, origin } = this.#workspace;
    let isTaken = false;
    if (session.isFirst) {
      await this.#works.load();
      session.base = await this.#formerOf(session);
      isTaken = !session.base && this.#works.find(session.kept) !== undefined;
      session.isFirst = false;
    }
    const { base } = session;
    if (base?.scenario !== draft.scenario || !same(base.picture, draft.picture)) {
      const work = await this.#works.keep(draft, session.id, base);
      isTaken ||= base !== undefined && work.id !== base.id;
      session.base = work;
    }
    if (origin.scenario === session.opened) origin.kept = session.base?.id;
    this.#report();
    if (isTaken)
      notices.warn(
        'Another tab has changed this scenario. Your changes are kept as a scenario of their own.',
      );
  }

  /** Says once that nothing can be kept, until it can. */
  #report(): void {
    const { problem } = this.#works;
    if (problem !== undefined && !this.#hasWarned)
      this.#workspace.notices.warn(
        `This browser cannot keep your scenario: ${problem}. It stays open here. Save it as a file, or copy the link.`,
      );
    this.#hasWarned = problem !== undefined;
  }

  /**
   * Returns the kept scenario whose next state this document is: the one that it was opened as, unless another tab has changed that
   * since; else one that is equal, because its link may have been opened again.
   */
  async #formerOf({ opened, began, kept, draft }: Session): Promise<Work | undefined> {
    const titles = [opened?.title, began.title].map((title) => title || 'Untitled');
    const found =
      kept !== undefined
        ? [this.#works.find(kept)]
        : this.#works.list.filter((work) => titles.includes(nameOf(work)));
    if (found.length === 0) return undefined;
    const wanted = await Promise.all(
      [opened, began].map((one) =>
        one ? canonicalOf(this.#workspace.run, one) : Promise.resolve(''),
      ),
    );
    for (const work of found) {
      if (!work) continue;
      if (work.scenario === draft?.scenario) return work;
      const text = await this.#canonical(work.scenario);
      if (text !== '' && wanted.includes(text)) return work;
    }
    return undefined;
  }

  /** Returns the canonical form of a kept scenario. */
  #canonical(text: string): Promise<string> {
    return canonicalOf(this.#workspace.run, JSON.parse(text) as Scenario);
  }

  #linkOfDisplay(): Promise<string> {
    const { run, display, origin } = this.#workspace;
    const { atS, headS } = run.place;
    return encodeLink({
      scenario: {},
      changes: [],
      atS: wholeMs(atS),
      display: display.forLink(wholeMs(headS)),
      preset: origin.sharedPreset,
    });
  }
}
