/** Formats the indexes of a job: `0-2,5`. Sorted, without duplicates. */
export function indexText(indexes: Iterable<number>): string {
  const sorted = [...new Set(indexes)].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let i = 0; i < sorted.length; ) {
    let end = i;
    while (sorted[end + 1] === (sorted[end] ?? 0) + 1) end += 1;
    parts.push(end === i ? String(sorted[i]) : `${sorted[i]}${end === i + 1 ? "," : "-"}${sorted[end]}`);
    i = end + 1;
  }
  return parts.join(",");
}

/** The inverse; indexes from `limit` on are left out. */
export function indexesIn(text: string | undefined, limit: number): Set<number> {
  const found = new Set<number>();
  for (const part of (text ?? "").split(",").filter((each) => each !== "")) {
    const [first = "", last = first] = part.split("-");
    for (let index = Number(first); index <= Math.min(Number(last), limit - 1); index++) found.add(index);
  }
  return found;
}
