import { startCore } from '../wasm';
import { Host } from './host';
import type { FromHost, ToHost } from './protocol';

/**
 * The shell around `Host`: takes the compiled simulator, then passes messages on. The page sends the simulator, or why
 * there is none, when it has it; messages that come earlier wait.
 */
const post = (message: FromHost, transfer: Transferable[]): void =>
  self.postMessage(message, { transfer });

let take: (simulator: WebAssembly.Module | string) => void = () => undefined;
const host = new Promise<WebAssembly.Module>((settle, fail) => {
  take = (simulator) => {
    if (typeof simulator === 'string') fail(new Error(simulator));
    else settle(simulator);
  };
}).then((simulator) => new Host(startCore(simulator), post, () => performance.now()));

// A failure is told in answer to each message; before the first one there is nobody to tell.
host.catch(() => undefined);

self.onmessage = ({ data }: MessageEvent<ToHost | WebAssembly.Module | string>) => {
  if (typeof data === 'string' || data instanceof WebAssembly.Module) return take(data);
  host.then(
    (h) => h.receive(data),
    (error: unknown) => {
      const run = 'run' in data ? data.run : -1;
      const why = error instanceof Error ? error.message : String(error);
      post({ kind: 'crashed', run, message: `the simulator did not load: ${why}` }, []);
    },
  );
};
