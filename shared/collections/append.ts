/**
 * Appends items to a list. Use it when the number of items depends on a request or on stored data:
 * `list.push(...items)` passes each item as an argument, and engines support only some ten thousand arguments.
 *
 * @example append(errors, validateLabels(labels, "metadata.labels"));
 */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
