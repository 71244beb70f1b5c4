import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ALL_VERBS } from "../definition.ts";
import { coreResources } from "./group.ts";

const RESOURCES = "../shared/facts/resources-1.32.json";
const COLUMNS = "../shared/facts/columns-1.32.json";
const present = existsSync(RESOURCES) && existsSync(COLUMNS);
if (!present) console.warn("the facts about the reference are absent: definitions are not compared");

interface ResourceRow {
  group: string;
  resource: string;
  kind: string;
  kindGroup?: string;
  kindVersion?: string;
  singular?: string;
  namespaced: boolean;
  verbs: string[];
  shortNames?: string[];
  categories?: string[];
  definition: string;
  storageVersionHash?: string;
  fieldSelectors?: string[];
  gate?: string;
}
interface ColumnRow {
  group: string;
  kind: string;
  columns: { name: string; type: string; format?: string; priority?: number }[];
}

const read = <T>(file: string): T => JSON.parse(readFileSync(file, "utf8")) as T;

describe.skipIf(!present)("core group", () => {
  const rows = present
    ? read<{ resources: ResourceRow[] }>(RESOURCES).resources.filter(({ group }) => group === "")
    : [];
  const columns = present ? ([] as ColumnRow[]).concat(read<ColumnRow[]>(COLUMNS) ?? []) : [];

  it("serves the resources of the facts, in order", () => {
    const names = rows.map(({ resource }) => resource).filter((name) => !name.includes("/"));
    expect(coreResources.map(({ plural }) => plural)).toEqual(names);
  });

  it.each(coreResources.map((definition) => [definition.plural, definition] as const))("%s agrees", (plural, d) => {
    const row = rows.find(({ resource }) => resource === plural);
    expect(row).toBeDefined();
    if (row === undefined) return;
    expect({
      kind: d.kind,
      singular: d.singular,
      namespaced: d.scope === "Namespaced",
      verbs: [...(d.verbs ?? ALL_VERBS)],
      shortNames: d.shortNames,
      categories: d.categories,
      definition: `io.k8s.${d.definition}`,
      storageVersionHash: d.storageVersionHash,
    }).toEqual({
      kind: row.kind,
      singular: row.singular,
      namespaced: row.namespaced,
      verbs: row.verbs,
      shortNames: row.shortNames,
      categories: row.categories,
      definition: row.definition,
      storageVersionHash: row.storageVersionHash,
    });
    const always = ["metadata.name", "metadata.namespace"];
    expect(Object.keys(d.selectableFields ?? {})).toEqual(
      (row.fieldSelectors ?? []).filter((f) => !always.includes(f)),
    );
  });

  it.each(coreResources.map((definition) => [definition.plural, definition] as const))(
    "%s has the sub-resources",
    (plural, d) => {
      const expected = rows
        .filter(({ resource, gate }) => resource.startsWith(`${plural}/`) && gate === undefined)
        .map((row) => [row.resource.split("/")[1], row.verbs, row.kind, row.kindGroup ?? "", `${row.definition}`]);
      const actual = (d.subresources ?? []).map((s) => [
        s.name,
        [...s.verbs],
        s.kind?.kind ?? d.kind,
        s.kind?.group.replace("{domain}", "k8s.io") ?? "",
        `io.k8s.${s.definition ?? d.definition}`,
      ]);
      expect(actual).toEqual(expected);
    },
  );

  it.each(coreResources.map((definition) => [definition.plural, definition] as const))("%s has the columns", (_, d) => {
    const row = columns.find(({ group, kind }) => group === "" && kind === d.kind);
    if (row === undefined) return;
    expect(d.columns.map(({ name, type, format, priority }) => ({ name, type, format, priority }))).toEqual(
      row.columns.map(({ name, type, format, priority }) => ({ name, type, format, priority })),
    );
    for (const column of d.columns) expect(column.description.length).toBeGreaterThan(10);
  });

  it("computes cells of an object with nothing in it", () => {
    for (const definition of coreResources) {
      for (const column of definition.columns) {
        expect(() => column.cell({ metadata: { name: "x" } }, 0)).not.toThrow();
      }
    }
  });
});
