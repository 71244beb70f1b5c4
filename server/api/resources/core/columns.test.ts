import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { coreResources } from "./group.ts";

const FILE = "../shared/conformance/transcripts/10-tables-kinds.json";
const present = existsSync(FILE);
if (!present) console.warn("the recorded tables are absent: descriptions are not compared");

interface Step {
  name: string;
  request: { path: string };
  response: { body?: { kind?: string; columnDefinitions?: { name: string; description: string }[] } };
}

describe.skipIf(!present)("Recorded tables", () => {
  const { steps } = present ? (JSON.parse(readFileSync(FILE, "utf8")) as { steps: Step[] }) : { steps: [] };
  const tables = steps.flatMap(({ name, request, response }) => {
    const plural = /^\/api\/v1\/(?:namespaces\/[^/]+\/)?([a-z]+)(?:[/?].*)?$/.exec(request?.path ?? "")?.[1];
    const definition = coreResources.find((resource) => resource.plural === plural);
    const columns = response?.body?.kind === "Table" ? response.body.columnDefinitions : undefined;
    return definition === undefined || columns === undefined ? [] : [[name, definition, columns] as const];
  });

  it.each(tables)("%s: descriptions", (_, definition, columns) => {
    const { render } = createVocabulary();
    expect(definition.columns.map(({ name, description }) => [name, render(description)])).toEqual(
      columns.map(({ name, description }) => [name, description]),
    );
  });

  it("include several tables", () => expect(tables.length).toBeGreaterThan(5));
});
