/** What the tab keeps for a lecture. A browser that forbids storage keeps nothing. */

export function kept(name: string): string | undefined {
  try {
    return sessionStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keep(name: string, text: string): void {
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // After a reload the notes window then has to be opened again.
  }
}
