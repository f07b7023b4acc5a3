import type { Scenario } from '../../core/document/scenario';
import { STANDARD_DISPLAY } from '../../core/state/display.svelte';
import type { SavedState, TabStorage } from '../../core/state/reload';
import type { History, Sections } from '../../core/state/sections.svelte';
import type { Workspace } from '../../core/state/workspace.svelte';
import { theme } from '../../shared/shell/theme.svelte';
import { follow } from './follow.svelte';
import { type Order, readOrder, SOURCE, Teller } from './messages';

/** The state of the page. */
interface Page {
  readonly workspace: Workspace;
  readonly sections: Sections;
}

type Start = (past: History, tab: TabStorage, first: Scenario) => Page;

/**
 * Shows the page in the frame of a notebook's cell. The frame is a document of the notebook's own origin. It says that it is there, and
 * the cell answers with a scenario; later the cell can open other ones.
 */
export function waitForNotebook(browser: History, start: Start): void {
  const { parent } = window;
  const to = location.origin === 'null' ? '*' : location.origin;
  const post = (message: object): void => parent.postMessage(message, to);
  let page: CellPage | undefined;

  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    const order = source === parent ? readOrder(data) : undefined;
    if (order?.do === 'theme') {
      theme.around = order.theme;
      theme.apply();
    } else if (order && page) page.open(order);
    else if (order) page = new CellPage(order, browser, start, post);
  });
  post({ source: SOURCE, event: 'hello' });
}

type Open = Extract<Order, { do: 'open' }>;

class CellPage {
  readonly #workspace: Workspace;
  readonly #sections: Sections;
  readonly #teller: Teller;
  /** The latest state that the page has saved. */
  #saved = '';
  /** Number of the order that the document was opened by. */
  #number: number;

  constructor(order: Open, browser: History, start: Start, post: (message: object) => void) {
    this.#number = order.number;
    const first = JSON.parse(order.scenario) as Scenario;
    const tab: TabStorage = {
      read: () => atStart(order, first),
      write: (text) => (this.#saved = text),
    };
    const { workspace, sections } = start(withoutSteps(browser), tab, first);
    [this.#workspace, this.#sections] = [workspace, sections];
    this.#teller = new Teller(() => this.#told(), post);
    follow(workspace, (plays) => this.#teller.changed(plays));
  }

  open({ number, scenario, play }: Open): void {
    const { opener, run, notices } = this.#workspace;
    const live = (): Promise<void> => this.#sections.leave();
    void opener.openText(scenario, undefined, live).then((problems) => {
      if (problems.length > 0)
        return notices.problem('This page cannot run the scenario of the notebook.', problems);
      this.#number = number;
      if (!play) run.pause();
      this.#teller.changed(false);
    });
  }

  async #told(): ReturnType<ConstructorParameters<typeof Teller>[0]> {
    const { run, reload } = this.#workspace;
    reload.save();
    // The document is not open yet.
    if (this.#saved === '') return undefined;
    const state = this.#saved;
    const number = this.#number;
    const { scenario } = JSON.parse(state) as SavedState;
    const { atS } = run.place;
    // Numbers that are on their way may be those of a former document.
    const isSettled = run.phase === 'playing' || (await run.digestsAt(atS)) !== undefined;
    const { wholeReport: report, about } = run;
    const shown = isSettled &&
      report &&
      about && {
        version: about.version,
        timeS: report.nowS,
        digests: report.lanes.map(({ digest }) => digest),
        lanes: report.lanes.map(({ whole }) => whole),
      };
    return { number, scenario, shown: shown || null, state };
  }
}

/** Returns what the page restores; undefined if it plays the scenario from its start. The address of a new frame has no link. */
function atStart({ state, play }: Open, scenario: Scenario): string | undefined {
  if (state !== '') return JSON.stringify({ ...(JSON.parse(state) as SavedState), hash: '' });
  if (play) return undefined;
  const paused: SavedState = {
    ...{ hash: '', scenario, atS: 0, speed: 1, plays: false },
    display: { ...STANDARD_DISPLAY, headS: 0 },
  };
  return JSON.stringify(paused);
}

/** Returns the history of a frame without steps: the Back button is that of the notebook. */
const withoutSteps = (browser: History): History => ({
  ...browser,
  push: (hash, state) =>
    browser.replace(hash, { ...(state as object | null), isAboveLive: undefined }),
  back: () => undefined,
});
