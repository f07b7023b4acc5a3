import type { WorkerLike } from '../member';
import type { FromHost, ToHost } from '../protocol';

/** A worker that sends only the answers of the test. */
export class Silent implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  told: ToHost[] = [];
  ended = false;

  postMessage(message: ToHost): void {
    this.told.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  says(data: object): void {
    this.onmessage?.({ data } as MessageEvent<FromHost>);
  }
}
