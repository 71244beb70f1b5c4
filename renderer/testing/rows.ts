import type { ResourceRow } from "../api/tableRow.ts";

/** A row for tests. */
export function row(name: string, more: Partial<ResourceRow> = {}): ResourceRow {
  return { uid: `uid-${name}`, name, namespace: "", created: 0, deleting: false, labels: {}, cells: [name], ...more };
}
