import { callsSoon } from '../../core/sim/soon';
import { loadBatch } from '../../wasm/batch-package';
import { PacketHost } from './packet-host';
import type { FromPacketWorker, ToPacketWorker } from './packet-jobs';

/** The worker around `PacketHost`: loads the package, then forwards messages. Earlier messages wait. */
const post = (message: FromPacketWorker, transfer: Transferable[]): void =>
  self.postMessage(message, { transfer });

const host = loadBatch().then(
  (core) => new PacketHost(core, post, () => performance.now(), callsSoon()),
);
host.catch(() => undefined);

self.onmessage = ({ data }: MessageEvent<ToPacketWorker>) => {
  host.then(
    (h) => h.receive(data),
    (error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      post({ kind: 'failed', run: data.run, message: `The simulator did not load: ${why}` }, []);
    },
  );
};
