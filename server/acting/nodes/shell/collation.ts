/**
 * Makes the library sort texts by the numbers of their characters, as programs do in containers, whose locale is `C`:
 * `sort`, `ls`, `find` and others would otherwise follow the language of the user's machine. This applies to the whole
 * thread, which is why only the thread of the shells does it.
 */
export function sortAsInContainers(): void {
  const byNumbers = function (this: string, other: string): number {
    const own = String(this);
    return own < other ? -1 : own > other ? 1 : 0;
  };
  Object.defineProperty(String.prototype, "localeCompare", { value: byNumbers, configurable: true, writable: true });
}
