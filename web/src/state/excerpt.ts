import type { Problem } from '../sim/protocol';

/** Returns `text` with at most `most` characters: its beginning and an ellipsis. */
export const excerpt = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;

/** Problems of a file or a link repeat parts of it, and those can have any length. Returns them short enough to be read. */
export const readable = (problems: readonly Problem[]): Problem[] =>
  problems.map(({ path, message }) => ({
    path: excerpt(path, 120),
    message: excerpt(message, 400),
  }));
