/** How texts of reports appear on the page. Reports are plain ASCII because the command prints them too. */

/** Returns the text with minus signs before negative numbers. */
export const withMinus = (text: string): string => text.replace(/(^|[\s(:])-(?=[\d.])/g, '$1−');

/** Long words of column heads, with the places where a narrow column may break them. */
const BREAKS: readonly (readonly [word: RegExp, parts: string])[] = [
  [/\butilization\b/g, 'utili\u00adzation'],
  [/\bcompletion\b/g, 'comple\u00adtion'],
  [/\boverflow\b/g, 'over\u00adflow'],
];

/** Returns a column's head, which may break inside long words. */
export const breakable = (head: string): string =>
  BREAKS.reduce((text, [word, parts]) => text.replace(word, parts), head);

/** Returns how many findings are decided, and how many are not: "4 of 14 findings hold, 1 does not, 9 wait for runs". */
export function decidedText(hold: number, fail: number, wait: number): string {
  const of = hold + fail + wait;
  const parts = [
    `${hold} of ${of} ${of === 1 ? 'finding' : 'findings'} ${hold === 1 || of === 1 ? 'holds' : 'hold'}`,
    ...(fail > 0 ? [`${fail} ${fail === 1 ? 'does' : 'do'} not`] : []),
    ...(wait > 0 ? [`${wait} ${wait === 1 ? 'waits' : 'wait'} for runs`] : []),
  ];
  return parts.join(', ');
}
