/** Returns `value` with other members; undefined removes a member. */
export const edited = <T extends object>(value: T, by: Readonly<Record<string, unknown>>): T =>
  Object.fromEntries(
    Object.entries({ ...value, ...by }).filter(([, one]) => one !== undefined),
  ) as T;
