import type { Problem } from './events.generated';

/**
 * Returns the problems of a failed call of a package, whose message is a JSON list of them. Any other message is one problem, of
 * `path`.
 */
export function problemsOf(error: unknown, path = ''): readonly Problem[] {
  const message = error instanceof Error ? error.message : String(error);
  try {
    const list: unknown = JSON.parse(message);
    if (Array.isArray(list)) return list as Problem[];
  } catch {
    // It is a message.
  }
  return [{ path, message }];
}
