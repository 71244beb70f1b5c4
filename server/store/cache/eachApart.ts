/**
 * Does something with every item, also behind one that fails: an object that an index cannot take costs that object only.
 * @throws the first error, at the end
 */
export function eachApart<T>(items: Iterable<T>, take: (item: T) => void): void {
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
