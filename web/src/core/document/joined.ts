/** Returns the values of all groups under whole names: a prefix and a name. */
export const joined = <T>(
  groups: Readonly<Record<string, Readonly<Record<string, T>>>>,
): Readonly<Record<string, T>> =>
  Object.fromEntries(
    Object.entries(groups).flatMap(([prefix, own]) =>
      Object.entries(own).map(([name, value]) => [prefix + name, value]),
    ),
  );
