import { startCore } from '../wasm';
import { Host } from './host';
import type { FromHost, ToHost } from './protocol';

/**
 * The shell around `Host`: takes the compiled simulator, then passes messages on. The page sends the simulator, or why
 * there is none, when it has it; messages that come earlier wait.
 */
const post = (message: FromHost, transfer: Transferable[]): void =>
  self.postMessage(message, { transfer });

const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port1.onmessage = () => waiting.shift()?.();
/** What is posted now arrives after the page's messages that are there; a timer would wait four milliseconds. */
const soon = (callback: () => void): void => {
  waiting.push(callback);
  port2.postMessage(undefined);
};

let take: (simulator: WebAssembly.Module | string) => void = () => undefined;
const host = new Promise<WebAssembly.Module>((settle, fail) => {
  take = (simulator) => {
    if (typeof simulator === 'string') fail(new Error(simulator));
    else settle(simulator);
  };
}).then((simulator) => new Host(startCore(simulator), post, () => performance.now(), soon));

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
