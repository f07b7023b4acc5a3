import { loadCore } from '../wasm';
import { Host } from './host';
import type { FromHost, ToHost } from './protocol';

/** The shell around `Host`: loads the simulator, then passes messages on. Messages that come earlier wait. */
const post = (message: FromHost, transfer: Transferable[]): void =>
  self.postMessage(message, { transfer });

const host = loadCore().then((core) => new Host(core, post, () => performance.now()));

// A failure is told in answer to each message; before the first one there is nobody to tell.
host.catch(() => undefined);

self.onmessage = (event: MessageEvent<ToHost>) => {
  host.then(
    (h) => h.receive(event.data),
    (error: unknown) => {
      const run = 'run' in event.data ? event.data.run : -1;
      post({ kind: 'crashed', run, message: `the simulator did not load: ${String(error)}` }, []);
    },
  );
};
