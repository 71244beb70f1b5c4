/**
 * The number of values in a JSON value, including itself; stops counting above `most`.
 * @example countValues({ a: [1, 2] }, 100) // 4
 */
export function countValues(value: unknown, most: number): number {
  const waiting: unknown[] = [value];
  let count = 0;
  while (waiting.length > 0 && count <= most) {
    const next = waiting.pop();
    count += 1;
    if (typeof next !== "object" || next === null) continue;
    for (const member of Object.values(next)) {
      if (waiting.length > most) return most + 1;
      waiting.push(member);
    }
  }
  return count;
}
