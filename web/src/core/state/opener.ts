import type { Problem } from '../sim/protocol';
import { type Scenario, withoutCard } from '../document/scenario';
import type { Bursts } from './bursts.svelte';
import type { Controls } from './controls.svelte';
import { type LinkedDisplay, STANDARD_DISPLAY } from './display.svelte';
import type { PresetOrigin, Source } from './origin.svelte';
import { excerpt } from './excerpt';
import type { Parts } from './parts';
import type { Reload } from './reload';
import { fromLink, isLink } from './link';
import { editsWhole } from './locks';
import { UNLOADED } from './failures';
import { durationText, LONG_S } from './long';
import type { Gestures, TimelineEditor } from './timeline-editor';
import type { Surroundings } from './surroundings';

interface Others {
  readonly controls: Controls;
  readonly bursts: Bursts;
  readonly editor: TimelineEditor;
  readonly reload: Reload;
  readonly gestures: Gestures;
}

/** What the opener needs of the page around it. */
type Around = Pick<Surroundings, 'firstScenario' | 'firstPreset' | 'slowness' | 'lasts'>;

/** Where a document comes from. */
interface From {
  readonly source: Source;
  readonly preset?: PresetOrigin | undefined;
  /** Name of the kept scenario that it is. */
  readonly kept?: string | undefined;
  /** How it is to be shown; undefined: as the document before it. */
  readonly look?: Look | undefined;
  /** The controls edit the whole run, which is then computed to its end. In a challenge, its free values decide. */
  readonly whole?: boolean | undefined;
}

type Look = Partial<Omit<LinkedDisplay, 'headS'>>;

const unknownHash = (hash: string): string =>
  `The address ends with “${excerpt(hash, 40)}”, which is neither a link to a run nor a section of this page.`;

/** Opens documents: replaces the current one by that of a link, a file, or a preset. */
export class Opener {
  readonly #parts: Parts;
  readonly #others: Others;
  readonly #around: Around;
  /** Counts attempts to open something; only the latest may succeed. */
  #attempts = 0;

  constructor(parts: Parts, others: Others, around: Around) {
    this.#parts = parts;
    this.#others = others;
    this.#around = around;
  }

  /** Restores the state before a reload, else opens the link in the address bar, else the first scenario. */
  async start(): Promise<void> {
    const hash = this.#parts.bar.read();
    if (await this.#restored(hash)) return;
    if (isLink(hash)) return this.openLink(hash);
    this.#openFirst();
    if (hash !== '') this.#failed(unknownHash(hash));
  }

  /** The hash of the address bar has changed. Opens it, unless this page wrote it. */
  async hashChanged(): Promise<void> {
    const hash = this.#parts.bar.news();
    if (!hash) return;
    if (isLink(hash)) await this.openLink(hash);
    else this.#failed(unknownHash(hash));
  }

  async openLink(hash: string): Promise<void> {
    const { bar, run, notices, display } = this.#parts;
    const attempt = ++this.#attempts;
    bar.giveWay();
    const decoded = await fromLink(hash);
    if (attempt !== this.#attempts) return;
    if (!decoded.ok) return this.#failed(decoded.message);
    const { scenario, changes, atS, display: seen, preset, check } = decoded.shared;
    const verdict = await run.team.check(JSON.stringify({ ...scenario, changes }));
    if (attempt !== this.#attempts) return;
    if (!verdict.valid) {
      const why = verdict.isUnloaded ? UNLOADED : 'This link does not hold a valid scenario.';
      return this.#failed(why, verdict.problems);
    }
    bar.opened(hash);
    notices.clear();
    if (!display.show(seen))
      notices.warn('This link shows a plot that this version does not have. It was left out.');
    const opened = JSON.parse(verdict.canonical) as Scenario;
    this.#open(opened, { source: 'link', preset, whole: seen?.whole }, atS, false, seen?.headS);
    if (check?.digests.length === opened.queues.length)
      this.#parts.origin.promise = { ...check, atS };
  }

  /**
   * Opens a scenario from a file or the clipboard. Returns its problems, and opens nothing if it has any. `enter`: makes a new
   * entry of the browser's history for it, if the current entry is not that of the current document. `show`: shows the live run
   * before a valid scenario is opened.
   */
  async openText(
    text: string,
    enter?: () => void,
    show?: () => Promise<void>,
  ): Promise<readonly Problem[]> {
    const attempt = ++this.#attempts;
    const verdict = await this.#parts.run.team.check(text);
    if (attempt !== this.#attempts) return [];
    if (!verdict.valid) return verdict.problems;
    if (show) await show();
    if (attempt !== this.#attempts) return [];
    this.#leaveFor(
      withoutCard(JSON.parse(verdict.canonical) as Scenario),
      { source: 'file' },
      enter,
    );
    return [];
  }

  /** Opens the preset with this name. `look`: how it is shown; undefined: as the document before it. */
  openPreset(id: string, scenario: Scenario, look?: Look): void {
    this.#attempts++;
    this.#leaveFor(scenario, { source: 'preset', preset: { id, wasModified: false }, look });
  }

  /**
   * Opens a scenario that the browser keeps, paused where it was left. Returns its problems, and opens nothing if it has any.
   *
   * @param text the scenario
   * @param seen a link that holds only how the scenario was shown
   * @param kept its name
   * @param show shows the live run
   */
  async openKept(
    text: string,
    seen: string,
    kept: string,
    show: () => Promise<void>,
  ): Promise<readonly Problem[]> {
    const { run, display } = this.#parts;
    const attempt = ++this.#attempts;
    const [verdict, link] = await Promise.all([run.team.check(text), fromLink(seen)]);
    if (attempt !== this.#attempts) return [];
    if (!verdict.valid) return verdict.problems;
    await show();
    if (attempt !== this.#attempts) return [];
    const scenario = JSON.parse(verdict.canonical) as Scenario;
    const shown = link.ok ? link.shared : undefined;
    this.#leave();
    display.show(shown?.display);
    const from: From = { source: 'link', preset: shown?.preset, kept };
    this.#open(scenario, from, shown?.atS ?? 0, false, shown?.display?.headS);
    return [];
  }

  /** Opens a new scenario, paused before the first packet: what the user then sets are start values. */
  openNew(scenario: Scenario): void {
    this.#attempts++;
    this.#leaveFor(scenario, { source: 'new' });
  }

  /** Goes back to the scenario as it was opened, parameters and model both; a step of undo. */
  reset(): void {
    const { doc, origin, run, bar, notices, display } = this.#parts;
    const { scenario } = origin;
    if (!scenario) return;
    this.#others.gestures.finish();
    notices.clear();
    display.burstMbps = undefined;
    this.#others.editor.rearranging(() => {
      doc.replace(scenario);
      return true;
    });
    const { whole } = this.#others.controls;
    if (whole) run.load(this.#shortest(doc.scenario, doc.base.durationS, 0, 0), false, 0);
    else run.load(0, origin.source !== 'new');
    bar.writeSoon();
  }

  async #restored(hash: string): Promise<boolean> {
    const saved = this.#others.reload.saved();
    if (!saved) return false;
    const attempt = ++this.#attempts;
    const verdict = await this.#parts.run.team.check(JSON.stringify(saved.scenario));
    if (attempt !== this.#attempts) return true;
    if (!verdict.valid) return false;
    this.#parts.bar.opened(hash);
    this.#others.reload.show(saved);
    const scenario = JSON.parse(verdict.canonical) as Scenario;
    const { headS, whole } = saved.display;
    this.#open(scenario, { source: 'link', whole }, saved.atS, saved.plays, headS);
    if (saved.origin) {
      const { origin } = saved;
      this.#parts.origin.set(origin.scenario, origin.source, origin.preset, origin.kept);
    }
    return true;
  }

  /** Leaves the current document so that the browser's Back button leads to it. */
  #leaveFor(scenario: Scenario, from: From, enter?: () => void): void {
    this.#leave(enter);
    this.#open(scenario, from, 0, from.source !== 'new');
  }

  #leave(enter?: () => void): void {
    this.#others.gestures.finish();
    this.#parts.notices.clear();
    if (enter) {
      this.#parts.bar.giveWay();
      enter();
    } else this.#parts.bar.leave();
  }

  #openFirst(): void {
    const { firstScenario, firstPreset: id } = this.#around;
    const preset = id === undefined ? undefined : { id, wasModified: false };
    this.#open(firstScenario, { source: 'preset', preset }, 0, true);
  }

  #open(scenario: Scenario, from: From, atS: number, play: boolean, headS = atS): void {
    const { doc, origin, run, bar, display } = this.#parts;
    const whole = editsWhole(scenario) ?? from.whole ?? false;
    this.#others.controls.drop(whole);
    this.#others.bursts.drop();
    origin.set(scenario, from.source, from.preset, from.kept);
    doc.open(scenario);
    if (from.look) display.show({ ...STANDARD_DISPLAY, ...from.look });
    display.burstMbps = undefined;
    const { durationS } = doc.base;
    const toS = this.#shortest(scenario, whole ? durationS : atS, atS, headS);
    const plays = play && !whole && !this.#isSlow(scenario);
    // A run that takes a while to compute must not appear under the names of other lanes.
    if (toS > 0) run.rearrange(scenario.queues.map(() => -1));
    // The former run may have been held while another section was shown; the new one must not go on in its place.
    if (!plays) run.pause();
    run.load(toS, plays, headS);
    bar.entered();
  }

  /**
   * Returns how far a run is computed at once, s: to `wantedS`, or, if that takes long, to `atS`, or not at all. The page then says how
   * long it takes, and offers to compute the run, with the playhead at `headS`.
   */
  #shortest(scenario: Scenario, wantedS: number, atS: number, headS: number): number {
    const { run, notices } = this.#parts;
    const lasts = (toS: number): number => this.#around.lasts?.(scenario, toS) ?? 0;
    const [mostS, leastS] = [wantedS, atS].map((s) => Math.min(s, scenario.durationS));
    const toS = [mostS, leastS].find((s) => lasts(s) <= LONG_S) ?? 0;
    if (toS < mostS)
      notices.offer(
        `The run up to ${mostS} s takes about ${durationText(lasts(mostS))} to compute on this device, so it was not started. You can stop it while it is computed.`,
        { label: 'Compute anyway', act: () => run.load(mostS, false, headS) },
      );
    return toS;
  }

  /** A slow scenario waits for Play, so that the page can say so first. */
  #isSlow(scenario: Scenario): boolean {
    return this.#around.slowness?.(scenario, scenario.link.rateMbps) !== undefined;
  }

  /** The current document stays. A page that was opened with a bad link shows the first scenario. */
  #failed(message: string, problems: readonly Problem[] = []): void {
    const { doc, bar, notices } = this.#parts;
    if (doc.base.queues.length === 0) this.#openFirst();
    bar.keepBad();
    notices.problem(message, problems);
  }
}
