/**
 * Does the work for each item, one after the other. A failure does not keep the other items from being worked on: one
 * object that cannot be written, because a webhook refuses it for example, must not block all others.
 *
 * @throws after all items, the first failure
 */
export async function eachTried<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  let failure: { readonly error: unknown } | undefined;
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      failure ??= { error };
    }
  }
  if (failure !== undefined) throw failure.error;
}
