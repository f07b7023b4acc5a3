/** The nearest whole millisecond, s. */
export const nearestMs = (s: number): number => Math.round(s * 1000) / 1000;

/** The last whole millisecond at or before `s`, s. */
export const wholeMs = (s: number): number => Math.floor(s * 1000 + 1e-6) / 1000;
