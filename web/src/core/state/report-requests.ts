/** Requests the headline numbers, one request at a time. A second request waits for the answer to the first. */
export class ReportRequests {
  readonly #send: () => void;
  #isPending = false;
  #isWanted = false;

  /** `send`: sends the request to the workers. */
  constructor(send: () => void) {
    this.#send = send;
  }

  /** Numbers were requested and have not arrived. */
  get isPending(): boolean {
    return this.#isPending;
  }

  /** Numbers were requested again while a request was pending. */
  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** Numbers are wanted with the next request. */
  want(): void {
    this.#isWanted = true;
  }

  /** Requests numbers now, or after the pending answer. */
  request(): void {
    if (this.#isPending) return this.want();
    this.expect();
    this.#send();
  }

  /** Numbers come without a separate request. */
  expect(): void {
    this.#isPending = true;
    this.#isWanted = false;
  }

  /** The answer has arrived, or will not arrive any more. */
  done(): void {
    this.#isPending = false;
  }
}
