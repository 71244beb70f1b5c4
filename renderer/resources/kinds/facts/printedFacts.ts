import type { Table } from "../../../../shared/table.ts";
import { toneOf } from "../../tone.ts";
import { type Fact, fact, since } from "./kindFacts.ts";

/** Columns that every page already shows elsewhere. */
const SHOWN_ELSEWHERE = new Set(["name", "namespace", "age"]);

/** The cells of an object's table row under the names of their columns, chosen by the authors of the kind. */
export function printedFacts(table: Partial<Table>): Fact[] {
  const cells = table.rows?.[0]?.cells ?? [];
  return (table.columnDefinitions ?? []).flatMap(({ name, type, format }, i): Fact[] => {
    const cell = cells[i];
    if (SHOWN_ELSEWHERE.has(name.toLowerCase()) || format === "name" || cell === null || cell === undefined) return [];
    const text = typeof cell === "object" ? JSON.stringify(cell) : String(cell);
    if (type === "date") return [Number.isNaN(Date.parse(text)) ? fact(name, text) : since(name, text)];
    const tone = toneOf(name, text);
    return [fact(name, tone === "good" || tone === "warn" || tone === "bad" ? { text, tone } : text)];
  });
}
