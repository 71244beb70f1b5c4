/**
 * Adds items to the end of a list. Use it where the number of items follows from a request or from what is stored:
 * `list.push(...items)` passes each item as an argument, of which an engine takes some ten thousand only.
 *
 * @example append(errors, validateLabels(labels, "metadata.labels"));
 */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
