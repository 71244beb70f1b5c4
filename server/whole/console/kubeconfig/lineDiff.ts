import type { DiffLine } from "../../../../shared/console/mergePlan.ts";

/**
 * Maximum number of pairs of lines for a line-by-line comparison. Beyond it, all of the old part is shown as removed
 * and all of the new one as added.
 */
const BUDGET = 4_000_000;

/** The differences between two texts by lines: a longest common subsequence. */
export function lineDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const same = (text: string): DiffLine => ({ kind: "same", text });
  return [
    ...before.slice(0, head).map(same),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(same),
  ];
}

function middle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const all = (texts: readonly string[], kind: DiffLine["kind"]): DiffLine[] => texts.map((text) => ({ kind, text }));
  if (before.length * after.length > BUDGET) return [...all(before, "removed"), ...all(after, "added")];
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: DiffLine[] = [];
  let row = 0;
  let column = 0;
  while (row < before.length && column < after.length) {
    const old = before[row] ?? "";
    const fresh = after[column] ?? "";
    if (old === fresh) {
      lines.push({ kind: "same", text: old });
      row++;
      column++;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      lines.push({ kind: "removed", text: old });
      row++;
    } else {
      lines.push({ kind: "added", text: fresh });
      column++;
    }
  }
  return [...lines, ...all(before.slice(row), "removed"), ...all(after.slice(column), "added")];
}
