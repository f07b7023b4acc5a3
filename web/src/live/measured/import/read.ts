import { isFlent, readFlent } from './flent';
import { type Members, membersOf } from './json';
import { isMahimahi, readMahimahi } from './mahimahi';
import { checked, type Imported } from './recorded';
import { Refusal } from './refusal';
import { isPackets, readPackets } from './packets';
import { isReport, readReport } from './report';
import { isSs, readSs } from './ss';
import { type Table, tableOf } from './csv';
import { isTc, readTc } from './tc';

/** How to recognise a format, and how to read it. */
type Reader<T> = readonly [fits: (content: T) => boolean, read: (content: T) => Imported];

/** The readers of texts and of JSON objects. The first one that fits reads the file. */
const TEXTS: readonly Reader<string>[] = [
  [isTc, readTc],
  [isSs, readSs],
  [isMahimahi, readMahimahi],
  [isPackets, readPackets],
];
const OBJECTS: readonly Reader<Members>[] = [
  [isFlent, readFlent],
  [isReport, readReport],
];

const readerOf = <T>(readers: readonly Reader<T>[], content: T): Reader<T>[1] | undefined =>
  readers.find(([fits]) => fits(content))?.[1];

/** Largest file, and largest content of a compressed file, MiB. */
export const MOST_MIB = 32;
export const MOST_UNPACKED_MIB = 64;

const MIB = 1024 * 1024;

/** Reads the text of a measured run. A table needs a choice of its columns first. */
export function readMeasured(text: string): Imported | { readonly table: Table } {
  const plain = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (plain.includes('\0'))
    throw new Refusal('The file is not text, and none of the formats that are read.');
  const start = plain.trimStart();
  if (start.startsWith('{')) return checked(readObject(start));
  const read = readerOf(TEXTS, plain);
  if (read) return checked(read(plain));
  if (start.startsWith('['))
    throw new Refusal('Line 1: this is a JSON list, and none of the formats that are read.');
  return { table: tableOf(plain) };
}

function readObject(text: string): Imported {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // Firefox names the line, other browsers the position.
    const at = /position (\d+)/.exec(String(error))?.[1];
    const line = at
      ? text.slice(0, Number(at)).split('\n').length
      : (/line (\d+)/.exec(String(error))?.[1] ?? 1);
    throw new Refusal(`Line ${line}: the file begins like JSON, and is not valid JSON.`);
  }
  const file = membersOf(value);
  const read = readerOf(OBJECTS, file);
  if (read) return read(file);
  if ('queues' in file && 'link' in file)
    throw new Refusal(
      'This is a scenario, not a measured run. To open it, press / and then “Open a file”.',
    );
  throw new Refusal(
    'The JSON is neither a Flent data file nor the output of aqm testbed --json: it has neither raw_values nor lanes.',
  );
}

/** The part of a file that is read. */
export type Source = Pick<Blob, 'size' | 'stream' | 'slice'>;

/** Returns the text of a file, which may be compressed with gzip. */
export async function textOfFile(file: Source): Promise<string> {
  if (file.size > MOST_MIB * MIB)
    throw new Refusal(
      `The file has ${Math.ceil(file.size / MIB)} MiB; at most ${MOST_MIB} MiB are read.`,
    );
  if (file.size === 0) throw new Refusal('The file is empty.');
  const head = new Uint8Array(await new Response(file.slice(0, 2).stream()).arrayBuffer());
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  const bytes: ReadableStream<Uint8Array> = file.stream();
  const stream = isPacked
    ? bytes.pipeThrough(
        new DecompressionStream('gzip') as unknown as TransformStream<Uint8Array, Uint8Array>,
      )
    : bytes;
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > MOST_UNPACKED_MIB * MIB)
        throw new Refusal(`The file unpacks to more than ${MOST_UNPACKED_MIB} MiB.`);
      parts.push(decoder.decode(value, { stream: true }));
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    if (error instanceof Refusal) throw error;
    throw new Refusal(
      isPacked ? 'The compressed file is damaged.' : 'The file could not be read from the disk.',
    );
  }
  return parts.join('') + decoder.decode();
}
