import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compileSchema } from "./compile.ts";
import { readSchemaSource } from "./schemaFile.ts";
import { type Fact, type FactRow, factOf, publishedName } from "./testing/factRows.ts";

const root = join(import.meta.dirname, "../../..");
const file = join(root, "../shared/facts/types-1.32.json");
const available = existsSync(file);
if (!available) console.warn(`facts.test.ts: skipped, there is no ${file}`);

describe.skipIf(!available)("Declarations compared with recorded facts", () => {
  compileSchema(root);
  const facts = available ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, Fact>) : {};
  const source = readSchemaSource();
  // The facts cover what the reference itself serves in its current release, without older releases and other programs.
  const others = ["flowcontrol.v1beta3.", "scheduler.", "metrics."];
  const keys = Object.keys(source.definitions).filter((key) => !others.some((prefix) => key.startsWith(prefix)));

  it("declare the same definitions", () => {
    expect(keys.map((key) => publishedName(source, key)).sort()).toEqual(Object.keys(facts).sort());
    expect(keys).toHaveLength(882);
  });

  it("declare the same fields in the same order with all attributes", () => {
    const differences: string[] = [];
    for (const key of keys) {
      const name = publishedName(source, key);
      const ours = factOf(source, key);
      const theirs = facts[name] ?? { fields: [] };
      if (sorted(ours) !== sorted({ ...theirs, fields: theirs.fields.map(withoutNestedInline) })) {
        differences.push(`${name}\n  ours   ${sorted(ours)}\n  theirs ${sorted(theirs)}`);
      }
    }
    expect(differences).toEqual([]);
  });

  it("cover every row of the facts", () => {
    const count = (all: readonly Fact[]): number => all.reduce((sum, fact) => sum + fact.fields.length, 0);
    expect(count(keys.map((key) => factOf(source, key)))).toBe(count(Object.values(facts)));
  });
});

/** The facts mark fields from any inlined struct; this schema marks only kind and apiVersion. */
function withoutNestedInline(row: FactRow): FactRow {
  if (row["inline"] !== true || row["name"] === "kind" || row["name"] === "apiVersion") return row;
  const { inline: _, ...rest } = row;
  return rest;
}

/** A text that is independent of the order of object keys, but not of lists. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    item !== null && typeof item === "object" && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
