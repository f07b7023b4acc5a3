import { callsSoon } from '../../core/sim/soon';
import { loadBatch } from '../../wasm/batch-package';
import { GoalHost } from './goal-host';
import type { FromGoalWorker, ToGoalWorker } from './goal-jobs';

/** The worker around `GoalHost`: loads the package, then forwards messages. Earlier messages wait. */
const post = (message: FromGoalWorker): void => self.postMessage(message);

const host = loadBatch().then((core) => new GoalHost(core, post, callsSoon()));
host.catch(() => undefined);

self.onmessage = ({ data }: MessageEvent<ToGoalWorker>) => {
  host.then(
    (h) => h.receive(data),
    (error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      post({ kind: 'failed', run: data.run, message: `The simulator did not load: ${why}` });
    },
  );
};
