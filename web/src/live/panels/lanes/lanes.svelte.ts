import { getContext, setContext, tick } from 'svelte';
import { laneLabelsOver, laneNames } from '../../../core/content/lane-labels';
import type { LoggedEvent } from '../../../core/sim/events.generated';
import type { First } from '../../compare';
import type * as MeasuredRoom from '../../measured';
import type * as InsideRoom from '../../inside';
import type { QueueKind, Scenario } from '../../../core/document/scenario';
import type { Inspected } from '../../../core/state/display.svelte';
import type { Workspace } from '../../../core/state/workspace.svelte';
import { type LaneStyle, laneStyles } from '../../../core/content/lane-styles';

export interface LaneLook extends LaneStyle {
  readonly lane: number;
  /** The present queue discipline. */
  readonly kind: QueueKind;
  /** The present name: "CoDel", with a distinguishing parameter if there are two. */
  readonly name: string;
  /** Its number and its present name: "2: CoDel". A lane alone has no number. */
  readonly label: string;
  /** The same in a sentence: "CoDel, lane 2". */
  readonly words: string;
}

/** The two things that are shown of an open lane: its parameters, and the state of its discipline. */
export type LaneTab = 'settings' | 'inside';

/**
 * The styles of lanes. Colour and dash depend on a lane's first discipline: when the discipline changes during a run, the
 * curves of the past must not change colour.
 */
export class Lanes {
  readonly #workspace: Workspace;
  /** The common past of each lane with an earlier one. */
  readonly forks = $derived.by(() => this.#workspace.doc.forks);
  // As text, so that other changes do not cause a redraw. A fork looks like the discipline that makes it differ.
  readonly #began = $derived.by(() => {
    const { doc } = this.#workspace;
    return kindsOf(doc.started());
  });
  readonly #now = $derived.by(() => kindsOf(this.#workspace.current));
  readonly #names = $derived.by(() => laneNames(this.#workspace.current).join('\n'));
  readonly list: readonly LaneLook[] = $derived.by(() => {
    const styles = laneStyles(parsed(this.#began));
    const current = parsed(this.#now);
    const names = this.#names.split('\n');
    return current.map((kind, lane) => {
      const [name, number] = [names[lane], lane + 1];
      const [label, words] =
        current.length > 1 ? [`${number}: ${name}`, `${name}, lane ${number}`] : [name, name];
      return { ...styles[lane], lane, kind, name, label, words };
    });
  });

  /** Index of the lane whose parameters, or whose inside, are open. */
  opened = $state<number>();
  /** What is open of it. */
  tab = $state<LaneTab>('settings');
  /** The inspector, once it is loaded. */
  inside = $state.raw<{
    readonly Inside: typeof InsideRoom.Inside;
    readonly AllInside: typeof InsideRoom.AllInside;
    readonly inspection: InsideRoom.Inspection;
    /** That of the lane beside it. */
    readonly other: InsideRoom.Inspection;
  }>();
  /** Measured runs over the plots, once a file was dropped. */
  measured = $state.raw<MeasuredRoom.Measured>();
  /** The handles that move them in time. */
  Grips = $state.raw<typeof MeasuredRoom.Grips>();
  /** Index of the lane whose inside is beside that of the open one, if there is room. */
  beside = $state<number>();
  /** The parameters were opened by a key, so the focus follows. */
  isByKey = false;
  #recent = $state<number>();

  /** The lane whose parameters are open. */
  readonly shown: LaneLook | undefined = $derived(
    this.opened === undefined ? undefined : this.list[this.opened],
  );

  /** What is open in the inspector, as a link has it. */
  readonly inspected: Inspected | undefined = $derived.by(() => {
    const { opened: lane, tab, inside } = this;
    if (lane === undefined || tab !== 'inside') return undefined;
    const { part, flow, event } = inside?.inspection ?? {};
    if (part === 'sender') return { lane, isSender: true, flow };
    if (!event) return { lane };
    const { atS, flow: of, packet } = event;
    return { lane, event: { atS, flow: of, packet } };
  });

  /** The lane whose inside is beside that of the open one. */
  readonly second: LaneLook | undefined = $derived.by(() => {
    const { beside, shown, tab } = this;
    if (beside === undefined || !shown || tab !== 'inside' || beside === shown.lane)
      return undefined;
    return this.list[beside];
  });

  /** Index of the lane whose parameters were open last, if it still exists. */
  get recent(): number | undefined {
    return this.#recent !== undefined && this.#recent < this.list.length ? this.#recent : undefined;
  }

  /** Opens the parameters or the inside of a lane, or closes them if they are open. */
  toggle(lane: number, isByKey = false, tab: LaneTab = 'settings'): void {
    this.isByKey = isByKey;
    this.beside = undefined;
    this.opened = this.opened === lane && this.tab === tab ? undefined : lane;
    this.tab = tab;
    this.#recent = lane;
  }

  /** Loads the inspector. Returns whether it is there; if not, a notice says so. */
  async loadInside(): Promise<boolean> {
    if (this.inside) return true;
    try {
      const { Inside, AllInside, Inspection } = await import('../../inside');
      const { run } = this.#workspace;
      this.inside ??= {
        Inside,
        AllInside,
        inspection: new Inspection(run),
        other: new Inspection(run),
      };
      return true;
    } catch {
      this.#workspace.notices.warn(
        'The inspector could not be loaded. Check the network and try again.',
      );
      return false;
    }
  }

  /** Opens in the inspector what a link has, if the lane exists. A drop or mark that the lane does not have is not chosen. */
  async inspect({ lane, isSender, flow, event }: Inspected): Promise<void> {
    const { run } = this.#workspace;
    if (lane >= this.list.length) return;
    this.isByKey = false;
    [this.opened, this.tab, this.#recent] = [lane, 'inside', lane];
    if (!(await this.loadInside()) || !this.inside) return;
    const { inspection } = this.inside;
    inspection.part = isSender ? 'sender' : 'discipline';
    inspection.flow = flow;
    if (event && event.atS <= run.doneS)
      await inspection.find(lane, event.atS, event.flow, event.packet);
  }

  /** The lane that keys concern: the open one, else that on top, else the latest open one, else the first. */
  get nearest(): number {
    const lane = this.opened ?? this.#workspace.display.focus ?? this.recent ?? 0;
    return lane < this.list.length ? lane : 0;
  }

  /** Shows the difference of the latest fork and its lane, or of the last lane and the first; or hides it. */
  toggleDifference(): void {
    const { display } = this.#workspace;
    const last = this.list.length - 1;
    const lane = Math.max(
      last > 0 ? 1 : 0,
      this.forks.findLastIndex((fork) => fork && fork.atS < Infinity),
    );
    const minus = this.forks[lane]?.of ?? 0;
    display.compared = display.compared ? undefined : { lane, minus, measure: 'delay' };
  }

  /**
   * Shows the first packet that two lanes treat differently: its moment, and in the inspector of `lane`, and of `other`, what happens
   * to it.
   */
  async showFirst([lane, other]: readonly number[], { atS, packets }: First): Promise<void> {
    const { run } = this.#workspace;
    run.pause();
    if (this.opened !== lane || this.tab !== 'inside') this.toggle(lane, false, 'inside');
    this.beside = other;
    run.seek(Math.ceil(atS * 1000 - 1e-6) / 1000);
    if (!(await this.loadInside()) || !this.inside) return;
    // If a lane drops or marks it, this drop or mark is chosen.
    const packet = packets.find(Boolean);
    await this.inside.inspection.find(lane, atS, packet?.flow, packet?.sequence);
    if (other !== undefined)
      await this.inside.other.find(other, atS, packet?.flow, packet?.sequence);
  }

  /** Shows why a drop or mark of a lane happened. */
  async showDrop(lane: number, event: LoggedEvent): Promise<void> {
    if (this.opened !== lane || this.tab !== 'inside') this.toggle(lane, false, 'inside');
    if (!(await this.loadInside()) || !this.inside) return;
    const { inspection } = this.inside;
    inspection.part = 'discipline';
    inspection.choose(event);
  }

  /** Opens the menu that forks the nearest lane. A narrow card has no button for it; the parameters of the lane have one. */
  async showForks(): Promise<void> {
    const lane = this.nearest;
    const buttonIn = (place: string): HTMLElement | undefined =>
      [...document.querySelectorAll<HTMLElement>(`${place} .fork button`)].find(
        (button) => button.offsetParent !== null,
      );
    let button = buttonIn(`[data-lane="${lane}"]`);
    if (!button) {
      if (this.opened !== lane) this.toggle(lane, true);
      await tick();
      button = buttonIn('[role=group] h2');
    }
    button?.click();
  }

  /** Goes to the next or former drop or mark of the nearest lane, and shows why it happened. */
  async stepDrop(by: 1 | -1): Promise<void> {
    const lane = this.nearest;
    if (this.opened !== lane || this.tab !== 'inside') this.toggle(lane, false, 'inside');
    if (!(await this.loadInside())) return;
    const found = await this.inside?.inspection.step(lane, by);
    if (found === false)
      this.#workspace.notices.done(
        `${this.inside?.inspection.part === 'sender' ? 'No event of the sender' : 'No drop or mark'} ${by > 0 ? 'after' : 'before'} this time in the computed run.`,
      );
  }

  /** Returns the numbers and names of the lanes for what happens at time `t`, s, or from then until just before `toS`. */
  labelsAt(t: number, toS = t): readonly string[] {
    return laneLabelsOver(this.#workspace.doc, t, toS);
  }

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }
}

const kindsOf = (scenario: Scenario): string => scenario.queues.map((q) => q.kind).join(' ');
const parsed = (text: string): QueueKind[] => (text === '' ? [] : (text.split(' ') as QueueKind[]));

const KEY = Symbol('lanes');
export const provideLanes = (lanes: Lanes): Lanes => setContext(KEY, lanes);
export const useLanes = (): Lanes => getContext<Lanes>(KEY);
