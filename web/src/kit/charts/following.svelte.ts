/**
 * Returns a value that `next` computes from the former one: the range of an axis that follows its data. It starts again, without a
 * former value, when `of` changes.
 */
export function following<T>(of: () => unknown, next: (former: T | undefined) => T): () => T {
  let known: unknown;
  let former: T | undefined;
  const value = $derived.by(() => {
    const now = of();
    if (known !== now) former = undefined;
    known = now;
    former = next(former);
    return former;
  });
  return () => value;
}
