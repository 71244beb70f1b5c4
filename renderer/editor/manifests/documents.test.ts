import { describe, expect, it } from "vitest";
import type { ResourceType } from "../../api/resourceType.ts";
import { documentsOf, sendingOrder } from "./documents.ts";

const served = (resource: string, kind: string, group = ""): ResourceType =>
  ({ group, version: "v1", resource, kind }) as ResourceType;
const types = [
  served("configmaps", "ConfigMap"),
  served("namespaces", "Namespace"),
  served("deployments", "Deployment", "apps"),
];
const map = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;

describe("documentsOf", () => {
  it("reads each document separately and matches its kind", () => {
    const text = `# a file\n---\n${map("a")}---\n\n---\napiVersion: apps/v1\nkind: Deployment\n--- # last\n${map("b")}`;
    const documents = documentsOf(text, types);
    expect(documents.map((d) => [d.number, d.object?.metadata.name, d.type?.resource, d.problem])).toEqual([
      [1, "a", "configmaps", undefined],
      [2, undefined, "deployments", undefined],
      [3, "b", "configmaps", undefined],
    ]);
    expect(documents[0]?.text).toContain("name: a");
  });

  it("reports broken and unserved documents, and continues with the others", () => {
    const documents = documentsOf(`a: [\n---\napiVersion: v9\nkind: Hat\n---\n${map("a")}`, types);
    expect(documents.map((d) => d.problem)).toEqual(["broken", "unknownKind", undefined]);
    expect(documentsOf("# nothing\n---\n", types)).toEqual([]);
  });

  it("unpacks lists", () => {
    const text = JSON.stringify({
      apiVersion: "v1",
      kind: "List",
      items: ["x", "y"].map((name) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } })),
    });
    expect(documentsOf(text, types).map((d) => d.object?.metadata.name)).toEqual(["x", "y"]);
  });

  it("parses a list only once regardless of its size", () => {
    const items = Array.from({ length: 2_000 }, (_, i) => `- ${map(`m${i}`).trimEnd().replaceAll("\n", "\n  ")}`);
    expect(documentsOf(`apiVersion: v1\nkind: List\nitems:\n${items.join("\n")}\n`, types)).toHaveLength(2_000);
  });
});

it("sends namespaces before the objects in them", () => {
  const documents = documentsOf(`${map("a")}---\napiVersion: v1\nkind: Namespace\nmetadata: {name: n}\n`, types);
  expect(sendingOrder(documents).map((d) => d.type?.resource)).toEqual(["namespaces", "configmaps"]);
});
