/**
 * Calls `take` for every item, and continues after an item that fails: an object that an index cannot take affects that
 * object only.
 * @throws the first error, after the last item
 */
export function forEachIsolated<T>(items: Iterable<T>, take: (item: T) => void): void {
  let failure: { readonly error: unknown } | undefined;
  for (const item of items) {
    try {
      take(item);
    } catch (error) {
      failure ??= { error };
    }
  }
  if (failure !== undefined) throw failure.error;
}
