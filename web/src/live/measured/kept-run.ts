import { type Choice, isChoice } from './import/csv';
import { MOST_MIB, type Source } from './import/read';

/** What the browser keeps of a measured run, beside its file. */
export interface KeptRun {
  readonly id: string;
  /** Name of the kept scenario that it lies over, as in `library/works`; undefined if that is not kept. */
  readonly scenario: string | undefined;
  /** The canonical form of that scenario. */
  readonly content: string;
  /** Name of its file. */
  readonly name: string;
  readonly place: 0 | 1;
  /** The chosen columns of a table. */
  readonly choice: Choice | undefined;
  /** What the user has set. `MeasuredRun.restore` checks it. */
  readonly settings: unknown;
  /** Size of the kept file, bytes. */
  readonly bytes: number;
  /** When it was added, ms since 1970. */
  readonly addedMs: number;
}

/** What is kept of a run over the plots, beside what the run itself has. */
export interface Entry {
  readonly id: string;
  readonly file: Uint8Array;
  readonly choice: Choice | undefined;
  readonly addedMs: number;
  /** As it was written last. */
  written: string;
}

/** Most characters of the name of a file. */
export const LONGEST_NAME = 255;

/** Returns a kept value if it is a measured run; another version of the page, or a failure, may have left something else. */
export function asKeptRun(value: unknown): KeptRun | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, scenario, content, name, place, choice, bytes, addedMs } = value as Partial<
    Record<keyof KeptRun, unknown>
  >;
  const isRun =
    typeof id === 'string' &&
    (scenario === undefined || typeof scenario === 'string') &&
    typeof content === 'string' &&
    typeof name === 'string' &&
    name.length <= LONGEST_NAME &&
    (place === 0 || place === 1) &&
    (choice === undefined || isChoice(choice)) &&
    Number.isSafeInteger(bytes) &&
    Number.isFinite(addedMs);
  return isRun ? (value as KeptRun) : undefined;
}

/** Returns a kept file; undefined if it is none, or larger than any that was read. */
export function asFile(value: unknown): Blob | undefined {
  if (!(value instanceof Uint8Array) || value.length > MOST_MIB * 1024 * 1024) return undefined;
  return new Blob([value as Uint8Array<ArrayBuffer>]);
}

/** Returns the content of a file, compressed with gzip if that makes it smaller. */
export async function packed(file: Source): Promise<Uint8Array> {
  const whole = async (stream: ReadableStream<Uint8Array>): Promise<Uint8Array> =>
    new Uint8Array(
      await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer(),
    );
  const plain = await whole(file.stream());
  if (plain[0] === 0x1f && plain[1] === 0x8b) return plain;
  const gzip = new CompressionStream('gzip') as unknown as TransformStream<Uint8Array, Uint8Array>;
  const small = await whole(new Response(plain as Uint8Array<ArrayBuffer>).body!.pipeThrough(gzip));
  return small.length < plain.length ? small : plain;
}
