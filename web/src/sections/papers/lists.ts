/** Returns the different elements of a list, in its order. */
export const unique = <T>(list: Iterable<T>): T[] => [...new Set(list)];

export const mapOf = <T>(entries: Iterable<readonly [string, T]>): ReadonlyMap<string, T> =>
  new Map(entries);

/** Returns the elements of a list by their name, both in its order. */
export function grouped<T>(list: readonly T[], name: (element: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const element of list) {
    const own = groups.get(name(element));
    if (own) own.push(element);
    else groups.set(name(element), [element]);
  }
  return groups;
}
