/** Tables as text: each column as wide as its widest cell, with three spaces between columns. */

const GAP = 3;

/** Width of each column in characters. */
export const widthsOf = (rows: readonly (readonly string[])[]): number[] => {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, cell.length);
    });
  }
  return widths;
};

/** One line; the last column is not padded. */
export const lineOf = (row: readonly string[], widths: readonly number[]): string =>
  row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd((widths[i] ?? 0) + GAP))).join("");

/** All lines. */
export function textOf(rows: readonly (readonly string[])[]): string {
  const widths = widthsOf(rows);
  return rows.map((row) => lineOf(row, widths)).join("\n");
}
