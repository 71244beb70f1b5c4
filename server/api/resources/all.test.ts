import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { BINARY_RELEASE } from "../../ground/settings/emulation.ts";
import { ALL_VERBS } from "../registry/definition.ts";
import { allDefinitions as definitionsOfAllReleases } from "./all.ts";
import { groupVersions as groupVersionsOfAllReleases } from "./groups.ts";
import { isOfRelease } from "./isOfRelease.ts";

interface ResourceRow {
  group: string;
  version: string;
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
  fieldSelectors?: string[];
  default: boolean;
}
interface GroupRow {
  group: string;
  version: string;
  default: boolean;
  preferred?: boolean;
  groupPriorityMinimum?: number;
  versionPriority?: number;
}
interface ColumnRow {
  group: string;
  kind: string;
  customResource?: boolean;
  columns: { name: string; type: string; format?: string; priority?: number }[];
}

const folder = "../shared/facts";
const present = existsSync(folder);
const read = <T>(name: string): T => JSON.parse(readFileSync(`${folder}/${name}`, "utf8")) as T;
const vocabulary = createVocabulary();
/** The facts describe the reference itself, without resources that it only serves when it emulates an older release. */
const allDefinitions = definitionsOfAllReleases.filter((definition) => isOfRelease(definition, BINARY_RELEASE));
const groupVersions = groupVersionsOfAllReleases.filter(({ group, version }) =>
  allDefinitions.some((definition) => definition.group === group && definition.version === version),
);

describe.skipIf(!present)("Definitions compared with the reference", () => {
  const facts = present ? read<{ groups: GroupRow[]; resources: ResourceRow[] }>("resources-1.32.json") : undefined;
  const rows = facts?.resources ?? [];

  test("include every resource that can be enabled, in order", () => {
    const expected = rows.filter((row) => !row.resource.includes("/"));
    expect(allDefinitions.map((d) => `${vocabulary.render(d.group)}/${d.version} ${d.plural}`)).toEqual(
      expected.map((row) => `${row.group}/${row.version} ${row.resource}`),
    );
  });

  test("have the same discovery fields", () => {
    for (const row of rows.filter((r) => !r.resource.includes("/"))) {
      const definition = find(row);
      expect
        .soft(
          {
            kind: definition?.kind,
            singular: definition?.singular,
            namespaced: definition?.scope === "Namespaced",
            verbs: [...(definition?.verbs ?? ALL_VERBS)],
            shortNames: definition?.shortNames,
            categories: definition?.categories,
            definition: `io.k8s.${vocabulary.render(definition?.definition ?? "")}`,
          },
          row.resource,
        )
        .toEqual({
          kind: row.kind,
          singular: row.singular,
          namespaced: row.namespaced,
          verbs: row.verbs,
          shortNames: row.shortNames,
          categories: row.categories,
          definition: row.definition,
        });
      const selectors = ["metadata.name", ...(row.namespaced ? ["metadata.namespace"] : [])];
      expect
        .soft([...selectors, ...Object.keys(definition?.selectableFields ?? {})].sort(), row.resource)
        .toEqual([...(row.fieldSelectors ?? selectors)].sort());
    }
  });

  test("have the same subresources", () => {
    for (const row of rows.filter((r) => r.resource.includes("/"))) {
      const [resource = "", name] = row.resource.split("/");
      const parent = find({ ...row, resource });
      const sub = parent?.subresources?.find((s) => s.name === name);
      const body = sub?.kind ?? { group: "", version: "", kind: parent?.kind };
      expect
        .soft([sub?.verbs, body.kind, vocabulary.render(body.group)], row.resource)
        .toEqual([row.verbs, row.kind, row.kindGroup ?? ""]);
      const definition = vocabulary.render(sub?.definition ?? parent?.definition ?? "");
      expect.soft(`io.k8s.${definition}`, row.resource).toBe(row.definition);
    }
    const count = allDefinitions.reduce((sum, d) => sum + (d.subresources?.length ?? 0), 0);
    expect(count).toBe(rows.filter((r) => r.resource.includes("/")).length);
  });

  test("have the same columns", () => {
    const columns = present ? read<ColumnRow[]>("columns-1.32.json") : [];
    const fallback = columns.find((row) => row.group === "*" && row.customResource !== true);
    for (const definition of allDefinitions.filter((d) => d.action === undefined)) {
      const group = vocabulary.render(definition.group);
      const row = columns.find((r) => r.group === group && r.kind === definition.kind) ?? fallback;
      const named = definition.columns.filter(({ headless }) => headless !== true);
      const ours = named.map(({ name, type, format = "", priority = 0 }) => ({
        name,
        type,
        format,
        priority,
      }));
      expect
        .soft(ours, definition.plural)
        .toEqual(row?.columns.map(({ name, type, format = "", priority = 0 }) => ({ name, type, format, priority })));
    }
  });

  test("track the generation for the same kinds", () => {
    const rows = present ? read<{ definition: string; path: string; source: string }[]>("defaults-1.32.json") : [];
    const tracked = rows.filter((row) => row.path === "metadata.generation").map((row) => row.definition);
    for (const definition of allDefinitions) {
      const name = `io.k8s.${vocabulary.render(definition.definition)}`;
      expect.soft(definition.strategy.tracksGeneration ?? false, name).toBe(tracked.includes(name));
    }
  });

  test("have the same group versions", () => {
    const expected = facts?.groups ?? [];
    expect(groupVersions.map((g) => `${vocabulary.render(g.group)}/${g.version}`)).toEqual(
      expected.map((row) => `${row.group}/${row.version}`),
    );
    for (const [i, row] of expected.entries()) {
      const ours = groupVersions[i];
      expect.soft(ours?.preferred, row.group).toBe(row.preferred ?? false);
      if (row.groupPriorityMinimum === undefined) continue;
      expect
        .soft([ours?.groupPriorityMinimum, ours?.versionPriority], row.group)
        .toEqual([row.groupPriorityMinimum, row.versionPriority]);
    }
  });

  const find = (row: { group: string; version: string; resource: string }) =>
    allDefinitions.find(
      (d) => vocabulary.render(d.group) === row.group && d.version === row.version && d.plural === row.resource,
    );
});

describe("All definitions", () => {
  test("have distinct paths", () => {
    const paths = allDefinitions.map((d) => `${d.group}/${d.version}/${d.plural}`);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test("describe every column except the one that the reference leaves empty", () => {
    const silent = allDefinitions.flatMap(({ plural, columns }) =>
      columns.filter(({ description }) => description === "").map(({ name }) => `${plural} ${name}`),
    );
    expect(silent).toEqual(["runtimeclasses Handler"]);
  });

  test("print the cells of an empty object without throwing", () => {
    for (const definition of allDefinitions) {
      const object = { metadata: { name: "x" }, spec: {}, roleRef: {}, handler: "", value: 0 };
      if (definition.plural === "volumeattachments" || definition.plural === "cronjobs") continue;
      for (const column of definition.columns) column.cell(object, 0, vocabulary);
    }
  });
});
