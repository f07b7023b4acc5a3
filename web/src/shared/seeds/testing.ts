import { NUMBERS } from './sums';

/** Returns the result of a run with one packet in each bin that waited `ms`, and with a goodput of `ms` Mbit/s in each second. */
export function delayed(bins: number, ms: number, binS = 0.05): number[] {
  const own = [ms, 1, ms, 1, ms, 100, ms, 0, 100, ms, 1];
  if (own.length !== NUMBERS) throw new Error('a bin has other numbers');
  const seconds = Array<number>(Math.floor(bins * binS + 1e-6)).fill(ms);
  return [bins, ...Array.from({ length: bins }, () => own).flat(), ...seconds];
}
