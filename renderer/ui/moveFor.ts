/** The row that a key moves to from row `at` of `count`; undefined for keys that do not move. */
export function moveFor(key: string, at: number, count: number, page: number): number | undefined {
  const clamp = (n: number): number => Math.max(0, Math.min(count - 1, n));
  switch (key) {
    case "ArrowDown":
    case "j":
      return clamp(at + 1);
    case "ArrowUp":
    case "k":
      return clamp(at < 0 ? 0 : at - 1);
    case "PageDown":
      return clamp(at + page);
    case "PageUp":
      return clamp(at - page);
    case "Home":
      return clamp(0);
    case "End":
      return clamp(count - 1);
    default:
      return undefined;
  }
}
