// Scatter plots of our numbers against published numbers, as plain SVG files.

/**
 * @typedef {object} Point
 * @property {string} group decides colour and shape
 * @property {number} published
 * @property {number} ours
 *
 * @typedef {object} Plot
 * @property {string} title
 * @property {string} x label of the horizontal axis, the published numbers
 * @property {string} y label of the vertical axis
 * @property {boolean} logarithmic
 * @property {number} low lower end of both axes
 * @property {number} high upper end of both axes
 * @property {number[]} ticks of both axes
 * @property {Point[]} points
 */

const size = 420;
const margin = { left: 56, top: 36, right: 92, bottom: 48 };
/** Okabe and Ito's colours, which nearly all readers can distinguish; in black and white the shapes differ. */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'];

/** @param {number} value */
const fixed = (value) => value.toFixed(1);

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** @param {number} shape @param {number} x @param {number} y */
function marker(shape, x, y) {
  const at = `${fixed(x)} ${fixed(y)}`;
  const paths = [
    'm-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0',
    'm-3.2 -3.2h6.4v6.4h-6.4z',
    'm0 -4l4 7h-8z',
    'm0 -4.5l4.5 4.5l-4.5 4.5l-4.5 -4.5z',
    'm-3 -3l6 6m0 -6l-6 6',
    'm-4 0h8m-4 -4v8',
  ];
  const path = paths[shape % paths.length] ?? '';
  return `<path d="M${at}${path}"/>`;
}

/**
 * Draws published numbers from left to right, ours from bottom to top. Equal numbers are on the diagonal.
 *
 * @param {Plot} plot
 */
export function scatter(plot) {
  const inner = size - margin.left - margin.bottom;
  /** @param {number} value */
  const share = (value) => {
    const clamped = Math.min(Math.max(value, plot.low), plot.high);
    return plot.logarithmic
      ? Math.log(clamped / plot.low) / Math.log(plot.high / plot.low)
      : (clamped - plot.low) / (plot.high - plot.low);
  };
  /** @param {number} value */
  const x = (value) => margin.left + share(value) * inner;
  /** @param {number} value */
  const y = (value) => margin.top + (1 - share(value)) * inner;
  const bottom = margin.top + inner;
  const right = margin.left + inner;
  const middle = fixed(margin.left + inner / 2);
  const groups = [...new Set(plot.points.map((point) => point.group))];

  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${margin.left + inner + margin.right} ${bottom + margin.bottom}" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(plot.title)}</title>`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<text x="${middle}" y="20" text-anchor="middle" font-weight="bold">${escaped(plot.title)}</text>`,
    `<path d="M${margin.left} ${margin.top}V${bottom}H${right}" fill="none" stroke="#333"/>`,
    `<path d="M${margin.left} ${bottom}L${right} ${margin.top}" stroke="#999" stroke-dasharray="4 3"/>`,
  ];
  for (const tick of plot.ticks) {
    lines.push(
      `<path d="M${fixed(x(tick))} ${bottom}v4M${margin.left} ${fixed(y(tick))}h-4" stroke="#333"/>`,
      `<text x="${fixed(x(tick))}" y="${bottom + 17}" text-anchor="middle">${tick}</text>`,
      `<text x="${margin.left - 7}" y="${fixed(y(tick) + 4)}" text-anchor="end">${tick}</text>`,
    );
  }
  lines.push(
    `<text x="${middle}" y="${bottom + 38}" text-anchor="middle">${escaped(plot.x)}</text>`,
    `<text transform="translate(14 ${fixed(margin.top + inner / 2)}) rotate(-90)" text-anchor="middle">${escaped(plot.y)}</text>`,
  );
  for (const [index, group] of groups.entries()) {
    const colour = colours[index % colours.length] ?? '#000';
    const own = plot.points.filter((point) => point.group === group);
    lines.push(
      `<g fill="none" stroke="${colour}" stroke-width="1.5">`,
      ...own.map((point) => marker(index, x(point.published), y(point.ours))),
      marker(index, right + 14, margin.top + 10 + 18 * index),
      '</g>',
      `<text x="${right + 24}" y="${margin.top + 14 + 18 * index}">${escaped(group)}</text>`,
    );
  }
  lines.push('</svg>');
  return `${lines.join('\n')}\n`;
}
