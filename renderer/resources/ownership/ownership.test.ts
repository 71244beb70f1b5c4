import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { ownershipOf, pathLabel } from "./ownership.ts";

const object: ApiObject = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: {
    name: "web",
    labels: { app: "web" },
    managedFields: [
      {
        manager: "a",
        operation: "Apply",
        time: "2024-01-01T00:00:00Z",
        fieldsV1: {
          "f:metadata": { "f:labels": { "f:app": {} } },
          "f:spec": { "f:containers": { 'k:{"name":"main"}': { ".": {}, "f:image": {}, "f:name": {} } } },
        },
      },
      { manager: "b", operation: "Update", subresource: "status", fieldsV1: { "f:status": { "f:deep": {} } } },
      { manager: "c", operation: "Update", fieldsV1: { "f:metadata": { "f:labels": { "f:app": {} } }, bad: {} } },
    ],
  },
  spec: { containers: [{ name: "main", image: "x", args: ["one"] }], text: "a\nb\n" },
  status: { deep: { below: { leaf: 1 } } },
};

const { managers, lines } = ownershipOf(object);
const at = (text: string) => lines.find((line) => line.text.trim().startsWith(text));

describe("ownershipOf", () => {
  it("lists each manager with its fields", () => {
    expect(managers.map((m) => [m.name, m.operation, m.subresource, m.fields, m.broken])).toEqual([
      ["a", "Apply", "", 4, false],
      ["b", "Update", "status", 1, false],
      ["c", "Update", "", 0, true],
    ]);
  });

  it("attributes lines to the owners of the value that starts there", () => {
    expect(at("app:")?.owners).toEqual([0]);
    expect(at("image:")).toMatchObject({ owners: [0], path: "spec.containers[0].image" });
    expect(at("- name: main")?.owners).toEqual([0]);
  });

  it("attributes everything below an atomically owned value to its owner", () => {
    expect(at("leaf:")?.owners).toEqual([1]);
    expect(at("status:")?.owners).toEqual([]);
  });

  it("finds unowned fields except those that cannot be owned", () => {
    const unowned = lines.filter((line) => line.unowned).map((line) => line.text.trim());
    expect(unowned).toContain("- one");
    expect(unowned.some((text) => text.startsWith("name: web") || text.startsWith("kind"))).toBe(false);
  });

  it("keeps the lines of a long string together and omits managedFields", () => {
    expect(lines.some((line) => line.text.includes("managedFields"))).toBe(false);
    const start = lines.findIndex((line) => line.text.includes("text:"));
    expect(lines[start + 1]).toMatchObject({ path: "", unowned: true });
  });
});

it("formats paths", () => {
  expect(pathLabel(["spec", "containers", 0, "image"])).toBe("spec.containers[0].image");
  expect(pathLabel([])).toBe("");
});
