/** Why a file cannot be read, in one sentence for the user. Importers throw nothing else. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Returns the refusal of a line, counted from 1. */
export const refusedAt = (line: number, why: string): Refusal =>
  new Refusal(`Line ${line}: ${why}`);

/** Returns a part of a file for a sentence: on one line, and short. */
export function quoted(text: string): string {
  // eslint-disable-next-line no-control-regex
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  return `“${line.length > 40 ? `${line.slice(0, 39)}…` : line}”`;
}
