import type { Film } from '../../queue';
import { STEP_S } from '../../../core/sim/series';
import { openNew } from '../../../shared/shell/open-new';
import { presenter } from '../../../shared/shell/presenter.svelte';
import type { Intent } from '../../../shared/shell/shortcuts';
import { theme } from '../../../shared/shell/theme.svelte';
import { copyLink, here, runOffer } from '../../../core/state/link-offer';
import { SPEEDS } from '../../../core/state/run.svelte';
import type { Sections } from '../../../core/state/sections.svelte';
import type { Workspace } from '../../../core/state/workspace.svelte';
import { overTime } from '../../../core/views/registry';
import { enlargedView, shownViews } from '../plots/shown-views';
import type { Lanes } from '../lanes/lanes.svelte';
import type { TimeTools } from '../timeline/time-tools';
import type { DialogState } from './dialog-state.svelte';

/** Step of the playhead per key, s; ten times as far with Shift. */
const SEEK_S = 1;

/** What keys and buttons of the live run do. */
export class Actions {
  readonly #workspace: Workspace;
  readonly #sections: Sections;
  readonly #dialogs: DialogState;
  readonly #lanes: Lanes;
  /** Zoom and interval, which are loaded after the first picture. */
  time: TimeTools | undefined;
  /** The steps of the queue view while it is open. */
  film: Pick<Film, 'step'> | undefined;

  constructor(workspace: Workspace, sections: Sections, dialogs: DialogState, lanes: Lanes) {
    this.#workspace = workspace;
    this.#sections = sections;
    this.#dialogs = dialogs;
    this.#lanes = lanes;
  }

  act(action: Intent, { shiftKey, repeat }: Pick<KeyboardEvent, 'shiftKey' | 'repeat'>): void {
    // A dialog takes all keys, also while it is loaded.
    if (this.#dialogs.shown) return;
    const workspace = this.#workspace;
    const { run, bursts, display, editor, transport } = workspace;
    const seekS = SEEK_S * (shiftKey ? 10 : 1);
    switch (action) {
      case 'play':
        return transport.togglePlay();
      case 'step':
        return this.film ? void this.film.step(1) : run.step();
      case 'back':
        return this.film ? void this.film.step(-1) : run.seek(run.nowS - STEP_S);
      case 'earlier':
        return run.seek(run.nowS - seekS);
      case 'later':
        return run.seek(run.nowS + seekS);
      case 'goTo':
        this.#dialogs.typingTime = run.phase !== 'empty' && run.phase !== 'failed';
        return;
      case 'library':
        return this.#sections.go('library', '');
      case 'new':
        return void openNew(workspace, this.#sections);
      case 'makeStart':
        return editor.makeStart();
      case 'restart':
        return transport.restart();
      case 'reset':
        return workspace.opener.reset();
      case 'burst':
        return bursts.press();
      case 'dropNext':
        return void import('../../play').then(({ press }) => press(workspace, undefined, repeat));
      case 'uncover':
        return display.uncover();
      case 'slower':
        return this.#faster(-1);
      case 'faster':
        return this.#faster(1);
      case 'scale':
        return this.#toggleScale();
      case 'layout':
        return this.#toggleLayout();
      case 'enlarge':
        return this.#toggleEnlarged();
      case 'zoomIn':
      case 'zoomOut':
        return this.time?.zoomStep(action === 'zoomIn');
      case 'whole':
        return display.follow('all');
      case 'interval':
        return this.time?.toggleInterval();
      case 'difference':
        return this.#lanes.toggleDifference();
      case 'swap': {
        const { compared } = display;
        if (compared)
          display.compared = { ...compared, lane: compared.minus, minus: compared.lane };
        return;
      }
      case 'mode':
        return workspace.controls.edit(workspace.controls.whole ? 'live' : 'whole');
      case 'fork':
        return void this.#lanes.showForks();
      case 'inside':
        return this.#lanes.toggle(this.#lanes.nearest, false, 'inside');
      case 'insides':
        display.insides = !display.insides;
        if (display.insides) display.queue = false;
        return;
      case 'queue':
        display.queue = !display.queue;
        return;
      case 'nextDrop':
        return void this.#lanes.stepDrop(1);
      case 'formerDrop':
        return void this.#lanes.stepDrop(-1);
      case 'copy':
        return void this.copy();
      case 'speak':
        return void this.speak();
      case 'takeAway':
        this.#dialogs.taking = !this.#dialogs.taking;
        return;
      case 'theme':
        return theme.toggle();
      case 'presenter':
        return this.present();
      case 'black':
        presenter.isBlack = true;
        return;
      case 'knobs':
        presenter.hasKnobs = !presenter.hasKnobs;
        return;
      case 'undo':
        return editor.undo();
      case 'redo':
        return editor.redo();
      case 'help':
        this.#dialogs.shown = 'help';
    }
  }

  present(): void {
    const why = presenter.toggle();
    if (why) this.#workspace.notices.warn(why);
  }

  /** Says the state of the lanes; with the focus in a plot, the trend of its lines. */
  async speak(): Promise<void> {
    const { notices } = this.#workspace;
    const plot = document.activeElement?.closest<HTMLElement>('[data-plot]')?.dataset['plot'];
    try {
      const { summary } = await import('../../spoken');
      notices.say(summary(this.#workspace, this.#lanes.list, plot));
    } catch {
      notices.warn('The summary could not be loaded. Check the network and try again.');
    }
  }

  /** Copies a link to exactly this run. */
  async copy(): Promise<void> {
    const { notices } = this.#workspace;
    const hash = await this.#workspace.checkedLink();
    const offer = await runOffer(hash, {
      opens: 'it opens exactly this run',
      lacks: this.#lanes.measured?.lack,
    });
    const refused =
      window === window.parent
        ? undefined
        : `The surrounding page does not allow copying. The link is ${here()}${hash}`;
    await copyLink(notices, offer, refused);
  }

  #faster(by: 1 | -1): void {
    const { run } = this.#workspace;
    const at = SPEEDS.findIndex((s) => s === run.speed);
    run.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + by))]!;
  }

  /** Switches the first plot with several scales to its next scale. */
  #toggleScale(): void {
    const { display } = this.#workspace;
    const view = overTime(shownViews(this.#workspace)).find(({ scales }) => scales.length > 1);
    if (!view) return;
    const { id, scales } = view;
    const at = scales.indexOf(display.scaleOf(id, scales));
    display.setScale(id, scales[(at + 1) % scales.length], scales);
  }

  #toggleLayout(): void {
    const { display, current } = this.#workspace;
    const isStacked = display.layoutOf(current.queues.length) === 'stacked';
    display.layout = isStacked ? 'overlaid' : 'stacked';
  }

  /** The plot with the focus, that under the pointer, or else the first one fills the page; or all plots are shown again. */
  #toggleEnlarged(): void {
    const { display } = this.#workspace;
    if (enlargedView(this.#workspace)) return void (display.enlarged = undefined);
    const plot = (at: string): string | undefined =>
      document.querySelector<HTMLElement>(`[data-plot]:${at}`)?.dataset['plot'];
    display.enlarged = plot('focus-within') ?? plot('hover') ?? shownViews(this.#workspace)[0]?.id;
  }
}
