import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { apiVersionOf, parseApiVersion } from "../../../shared/object.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { allDefinitions } from "../../api/resources/all.ts";
import { createKeyLayout } from "./keyLayout.ts";

const FILE = join(import.meta.dirname, "../../../../shared/facts/storage-keys-1.32.json");
const available = existsSync(FILE);
if (!available) console.warn(`keyLayout.facts.test.ts: skipped, there is no ${FILE}`);

interface Fact {
  readonly key?: string;
  /** `<apiVersion>/<kind>`; the resource's own version when absent. */
  readonly storedAs?: string;
}

/** The facts by kind, without those in parentheses: kinds in versions that this server does not serve. */
const facts = Object.entries(
  available ? (JSON.parse(readFileSync(FILE, "utf8")) as { kinds: Record<string, Fact> }).kinds : {},
).filter(([name]) => !name.startsWith("("));

describe.skipIf(!available)("each kind is stored under the reference's key prefix and at its version", () => {
  const { render } = createVocabulary();
  const layout = createKeyLayout();
  const definitions = new Map(
    allDefinitions.map((definition) => {
      const { group, version, plural } = definition;
      return [`${group === "" ? "core" : render(group)}/${version}/${plural}`, definition];
    }),
  );

  it.each(facts.filter(([name]) => definitions.has(name)))("%s", (name, { key, storedAs: wanted }) => {
    const definition = definitions.get(name);
    if (definition === undefined) throw new Error(name);
    const { group, version, plural, kind, storedAs, storedText } = definition;
    const stored = storedAs ?? { group, version: storedText?.version ?? version, resource: plural };
    const prefix = layout.prefixOf({ group: render(stored.group), resource: stored.resource });
    expect(prefix).toBe(key?.slice(0, key.indexOf("{")));
    const own = `${apiVersionOf({ group: render(group), version })}/${kind}`;
    const found = `${apiVersionOf({ group: render(stored.group), version: stored.version })}/${kind}`;
    expect(found).toBe(wanted === undefined ? own : wanted.replace(/^core\//, ""));
  });

  it("returns the key prefixes also for kinds at versions that are not served", () => {
    for (const [name, { key }] of facts) {
      const [group = "", , resource = ""] = name.split("/");
      if (group === "events.k8s.io") continue;
      const place = { group: group === "core" ? "" : parseApiVersion(`${group}/v1`).group, resource };
      expect(layout.prefixOf(place)).toBe(key?.slice(0, key.indexOf("{")));
    }
  });
});
