/** Texts from elsewhere (titles, names, errors) for places of their own: a line, a field of a table, the middle of a sentence. */

/** Returns a text on one line, without control characters and signs that turn the direction of writing. */
export const oneLine = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .trim();

/**
 * Returns a text that a spreadsheet does not take for a formula, which can call programs and addresses: with an apostrophe before it. A
 * number stays as it is.
 */
export const noFormula = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;

/** Returns a text without the full stop at its end, for a sentence that has its own. */
export const withoutStop = (text: string): string => text.trim().replace(/\.$/, '');

/** Returns why something failed, for the middle of a sentence. Errors of browsers often end with a full stop. */
export const whyOf = (error: unknown): string =>
  withoutStop(error instanceof Error ? error.message : String(error));
