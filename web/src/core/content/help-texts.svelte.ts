let texts = $state.raw<readonly string[]>();
let loading = false;

/** Loads the sentences of help, which no first view shows. After a failure the next one who needs them tries again. */
export async function loadHelp(): Promise<void> {
  if (loading || texts) return;
  loading = true;
  try {
    texts = (await import('../document/help.generated.json')).default;
  } catch {
    // Offline before the first visit was complete: the controls work without their help.
  }
  loading = false;
}

/** Returns a sentence of help by its number; undefined until they are loaded. */
export const helpText = (number: number | undefined): string | undefined =>
  number === undefined ? undefined : texts?.[number];
