import { startCore } from '../../wasm';
import { Host } from './host';
import type { FromHost, ToHost } from './protocol';
import { callsSoon } from './soon';

/** The worker around `Host`: loads the simulator, then forwards messages. Earlier messages wait. */
const post = (message: FromHost, transfer: Transferable[]): void =>
  self.postMessage(message, { transfer });

const host = startCore().then((core) => new Host(core, post, () => performance.now(), callsSoon()));

// Each message is answered with the failure, so nothing is left to report here.
host.catch(() => undefined);

self.onmessage = ({ data }: MessageEvent<ToHost>) => {
  host.then(
    (h) => h.receive(data),
    (error: unknown) => {
      const run = 'run' in data ? data.run : -1;
      const why = error instanceof Error ? error.message : String(error);
      post({ kind: 'crashed', run, message: why, isUnloaded: true }, []);
    },
  );
};
