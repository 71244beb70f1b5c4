import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { loadSchema } from "../schema.ts";
import { flowControlV1beta3 } from "./flowControlV1beta3.ts";
import { DEFAULT_TABLE } from "./tables.ts";

const file = join(import.meta.dirname, "../../../../../shared/facts/defaults-1.32.json");
const available = existsSync(file);
if (!available) console.warn(`defaults.facts.test.ts: skipped, there is no ${file}`);

interface Fact {
  definition: string;
  path: string;
  value?: unknown;
  expr?: string;
  when?: string;
  gate?: string;
  gateDefault?: boolean;
  always?: boolean;
  hidden?: boolean;
  source: string;
}

const { render, renderValue, domain } = createVocabulary();
const prefix = `${domain.split(".").reverse().join(".")}.`;

describe.skipIf(!available)("Defaulting rules compared with recorded facts", () => {
  const all = available ? (JSON.parse(readFileSync(file, "utf8")) as Fact[]) : [];
  const facts = all.filter((fact) => fact.source !== "create" && fact.source !== "handler");

  it("are the same rows in the same order", () => {
    // The facts only cover the current release that the reference serves, not emulated older ones.
    const current = Object.entries(DEFAULT_TABLE).filter(([name]) => !Object.hasOwn(flowControlV1beta3, name));
    const ours = current.flatMap(([name, list]) =>
      list.map((row) => [
        prefix + render(name),
        render(row.text),
        (row.compute ?? row.assemble) === undefined ? renderValue(row.value) : "computed",
        row.when !== undefined,
        row.gate?.name,
        row.gate?.on,
        row.always,
        row.hidden,
        row.source,
      ]),
    );
    const theirs = facts.map((fact) => [
      fact.definition,
      fact.path,
      fact.expr === undefined ? fact.value : "computed",
      fact.when !== undefined,
      fact.gate,
      fact.gateDefault,
      fact.always === true,
      fact.hidden === true,
      fact.source.split("+")[0],
    ]);
    const text = (list: readonly unknown[][]): string[] => list.map((row) => JSON.stringify(row)).sort();
    expect(text(ours)).toEqual(text(theirs));
    for (const name of new Set(theirs.map(([definition]) => definition))) {
      const of = (list: readonly unknown[][]): unknown[] => list.filter(([definition]) => definition === name);
      expect(of(ours)).toEqual(of(theirs));
    }
  });

  it("leave only create-time defaults to the strategies", () => {
    expect(all.length - facts.length).toBe(all.filter((fact) => ["create", "handler"].includes(fact.source)).length);
    expect(all).toHaveLength(318);
  });

  it("refer to existing fields", () => {
    const schema = loadSchema();
    for (const [name, list] of Object.entries(DEFAULT_TABLE)) {
      for (const row of list)
        expect(schema.definition(name).byName.has(row.path[0] ?? ""), `${name} ${row.text}`).toBe(true);
    }
  });
});
