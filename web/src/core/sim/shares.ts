/** Numbers of a discipline's state that are shares between others of the same unit, by name. */
const SHARES = ['utilization', 'virtualShare'];

/** Returns whether a number of a discipline's state or of a reason is a probability or a share, 0..1. The page shows it in percent. */
export const isShare = (name: string, unit: string): boolean =>
  unit === '' && (/probability$/i.test(name) || SHARES.includes(name));
