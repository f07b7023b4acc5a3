/**
 * The functions of d3-interpolate that d3-scale imports, for numbers only: no scale of the page has colours, dates or lists in its
 * range. The build puts this module in the place of d3-interpolate, which brings d3-color with it.
 */
export const interpolateNumber =
  (a: number, b: number): ((t: number) => number) =>
  (t) =>
    a * (1 - t) + b * t;

export const interpolateRound = (a: number, b: number): ((t: number) => number) => {
  const between = interpolateNumber(a, b);
  return (t) => Math.round(between(t));
};

export const interpolate = interpolateNumber;

/** Only scales of colours use this one. */
export function piecewise(): never {
  throw new Error('No scale of the page interpolates piecewise.');
}
