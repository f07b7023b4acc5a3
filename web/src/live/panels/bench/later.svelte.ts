import type { TimeFrame } from '../../../kit/charts/frame.svelte';
import type { Workspace } from '../../../core/state/workspace.svelte';
import { phone } from '../../../shared/shell/phone';
import type { Lanes } from '../lanes/lanes.svelte';
import type { TimeTools } from '../timeline/time-tools';
import type { Actions } from './actions';
import type { DialogState } from './dialog-state.svelte';
import type { Dropping } from './dropping.svelte';
import { loaded } from './loaded.svelte';

/** What the parts need, and whether they are wanted. */
interface Bench {
  readonly workspace: Workspace;
  readonly frame: TimeFrame;
  readonly lanes: Lanes;
  readonly dialogs: DialogState;
  readonly actions: Actions;
  readonly dropping: Dropping;
  readonly wants: {
    readonly sending: () => boolean;
    readonly sidePlots: () => boolean;
    readonly comparison: () => boolean;
    readonly goals: () => boolean;
  };
}

/** The parts of the live run that are loaded when they are first wanted. Called where effects may be. */
export function partsOf({ workspace, frame, lanes, dialogs, actions, dropping, wants }: Bench) {
  const { display, run, origin } = workspace;
  const hasNumbers = (): boolean => run.report !== undefined;
  return {
    play: loaded(workspace, {
      what: 'The view of a sender',
      isWanted: wants.sending,
      load: () => import('../../play'),
      onfail: () => (display.sending = undefined),
    }),
    queue: loaded(workspace, {
      what: 'The queue view',
      isWanted: () => display.queue,
      load: () => import('../../queue'),
      onfail: () => (display.queue = false),
    }),
    /** Zoom, overview and interval. */
    tools: loaded(workspace, {
      what: 'The overview of the run',
      isWanted: hasNumbers,
      load: async () => {
        const part = await import('../timeline/later');
        const time: TimeTools = new part.TimeTools(workspace, frame);
        actions.time = time;
        return { ...part, time };
      },
    }),
    sidePlots: loaded(workspace, {
      what: 'The plots without time',
      isWanted: wants.sidePlots,
      load: () => import('../plots/SidePlots.svelte'),
    }),
    goals: loaded(workspace, {
      what: 'The goals',
      isWanted: wants.goals,
      load: () => import('../../goals'),
    }),
    comparison: loaded(workspace, {
      what: 'The difference',
      isWanted: wants.comparison,
      load: () => import('../../compare'),
      onfail: () => (display.compared = undefined),
    }),
    /** Whether the run is the one that the opened link was made of. */
    link: loaded(workspace, {
      what: 'The check of the link',
      isWanted: () => origin.promise !== undefined && hasNumbers(),
      load: async () => {
        const { LinkVerdict, VerdictChip } = await import('../../../shared/takeaway/link');
        const names = (): readonly string[] => lanes.labelsAt(0, run.doneS);
        return { VerdictChip, verdict: new LinkVerdict(workspace, names) };
      },
    }),
    takeAway: loaded(workspace, {
      what: 'The sheet “Take away”',
      isWanted: () => dialogs.taking !== false,
      load: async () => {
        const { LiveSource, TakeAway } = await import('../../../shared/takeaway');
        const measured = {
          overlay: () => lanes.measured,
          take: (files: readonly File[]) => {
            dropping.files = files;
            if (phone.current) dialogs.taking = false;
          },
        };
        return { TakeAway, source: new LiveSource(workspace, () => lanes.list, frame, measured) };
      },
      onfail: () => (dialogs.taking = false),
    }),
    measured: loaded(workspace, {
      what: 'The reader of measured runs',
      isWanted: () => dropping.isWanted,
      load: async () => {
        const { startMeasured, Grips, MeasuredCards, MeasuredInput } =
          await import('../../measured');
        lanes.Grips = Grips;
        lanes.measured = startMeasured(workspace, () => dropping.keep());
        return { MeasuredCards, MeasuredInput };
      },
      onfail: () => (dropping.files = undefined),
    }),
  };
}
