import type { Problem } from '../../core/sim/protocol';

/** Returns the problems of a failed call of the batch package, whose message is a JSON list of them, or any other message. */
export function problemsOf(error: unknown): readonly Problem[] {
  const message = error instanceof Error ? error.message : String(error);
  try {
    const list: unknown = JSON.parse(message);
    if (Array.isArray(list)) return list as Problem[];
  } catch {
    // It is a message.
  }
  return [{ path: 'The file', message }];
}
