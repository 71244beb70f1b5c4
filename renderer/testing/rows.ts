import type { ResourceRow } from "../api/tables/tableRow.ts";

/** A row for tests. */
export function row(name: string, more: Partial<ResourceRow> = {}): ResourceRow {
  const blank = { namespace: "", created: 0, deleting: false, labels: {}, read: 0 };
  return { uid: `uid-${name}`, name, ...blank, cells: [name], ...more };
}
