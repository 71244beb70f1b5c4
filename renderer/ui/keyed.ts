/**
 * Assigns React keys to items without an identity, derived from their content; equal items are numbered.
 *
 * @example keyed(["a", "b", "a"], (text) => text) // keys a, b, a#2
 */
export function keyed<T>(items: readonly T[], contentOf: (item: T) => string): { key: string; item: T }[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const content = contentOf(item);
    const count = (seen.get(content) ?? 0) + 1;
    seen.set(content, count);
    return { key: count === 1 ? content : `${content}#${count}`, item };
  });
}
