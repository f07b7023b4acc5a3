import { MOST_SAMPLES } from './recorded';
import { Refusal, refusedAt } from './refusal';

/** Samples behind time stamps, as the output of a tool that is called again and again: the time of the present one, and their number. */
export class Stamped {
  readonly #tool: string;
  #count = 0;
  #startS: number | undefined;
  /** Time of the last stamp, s; NaN before the first one. */
  atS = NaN;

  /** `tool`: the program that has printed the samples. */
  constructor(tool: string) {
    this.#tool = tool;
  }

  /** Time of the first stamp, s. */
  get startS(): number {
    return this.#startS ?? 0;
  }

  /** Whether there was no sample. */
  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** The samples from here on belong to a time, s. */
  stamp(atS: number): void {
    this.atS = atS;
    this.#startS ??= atS;
  }

  /** Counts a sample in a line. Refuses one without a time, and too many. */
  count(line: number): void {
    if (Number.isNaN(this.atS))
      throw refusedAt(
        line,
        `no time stamp stands before this sample. Write one before each output of ${this.#tool}, such as \`date +%s.%N\`.`,
      );
    if (++this.#count > MOST_SAMPLES)
      throw new Refusal(`The file has more than ${MOST_SAMPLES} samples. Cut a part out of it.`);
  }
}
