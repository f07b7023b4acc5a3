import type { Problem } from '../sim/protocol';

/** Returns `text` with at most `most` characters: its beginning and an ellipsis. */
export const excerpt = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;

/** Returns `problems` with shortened texts: they quote parts of a file or link, which can have any length. */
export const readable = (problems: readonly Problem[]): Problem[] =>
  problems.map(({ path, message }) => ({
    path: excerpt(path, 120),
    message: excerpt(message, 400),
  }));
