/** Returns a length of time in words: "0.8 s", "20 s", "3 min". */
export function lengthOf(s: number): string {
  if (s < 1) return `${Math.max(0.1, s).toFixed(1)} s`;
  if (s < 100) return `${Math.round(s)} s`;
  return `${Math.round(s / 60)} min`;
}
