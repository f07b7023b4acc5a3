/** @param {string[][]} table the head first; all columns except the first are numbers */
export function markdownTable(table) {
  const [head = [], ...rows] = table;
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/**
 * @param {number} real
 * @param {number} ours
 * @param {number} relative
 * @param {number} absolute
 * @returns the difference in units of the tolerance
 */
export const off = (real, ours, relative, absolute) =>
  Math.abs(ours - real) / Math.max(relative * real, absolute);
