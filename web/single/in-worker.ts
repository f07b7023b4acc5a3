import type { Delivery } from './in-page';

/**
 * How a worker of the single file gets its package: the page sends it. The handlers of other messages do not see this one.
 * plugin.ts puts this module in the place of web/src/wasm/live-file.ts and batch-file.ts.
 */
const delivered = new Promise<WebAssembly.Module>((settle, fail) => {
  const take = (event: MessageEvent<Delivery | object>): void => {
    const { data } = event;
    if ('package' in data) settle(data.package);
    else if ('missing' in data) fail(new Error(data.missing));
    else return;
    event.stopImmediatePropagation();
    self.removeEventListener('message', take);
  };
  self.addEventListener('message', take);
});

export const liveFile = (): Promise<WebAssembly.Module> => delivered;
export const batchFile = (): Promise<WebAssembly.Module> => delivered;

export function batchBytes(): Promise<ArrayBuffer> {
  throw new Error('Workers have no bytes of the package.');
}
