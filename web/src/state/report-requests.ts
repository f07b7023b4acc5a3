/** Requests the headline numbers, one request at a time. A wish during a request is granted after its answer. */
export class ReportRequests {
  readonly #send: () => void;
  #isPending = false;
  #isWanted = false;

  /** `send`: sends the request to the workers. */
  constructor(send: () => void) {
    this.#send = send;
  }

  /** Numbers were wished for after the pending request was sent. */
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

  /** Numbers come without a request of their own. */
  expect(): void {
    this.#isPending = true;
    this.#isWanted = false;
  }

  /** The answer has arrived, or will not arrive any more. */
  done(): void {
    this.#isPending = false;
  }
}
