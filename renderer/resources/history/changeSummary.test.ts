import { expect, it } from "vitest";
import { changedPaths, comparable } from "./changeSummary.ts";

const state = (resourceVersion: string, data: Record<string, string>) => ({
  metadata: { name: "a", resourceVersion, managedFields: [{ manager: resourceVersion }] },
  data,
  kind: "ConfigMap",
  apiVersion: "v1",
});

it("names what changed, not that something did", () => {
  expect(changedPaths(state("1", { a: "1" }), state("2", { a: "2", "x/y": "" }))).toEqual(["data.a", "data.x.y"]);
  expect(changedPaths(state("1", {}), state("2", {}))).toEqual([]);
});

it("compares in reading order and without managedFields", () => {
  const shown = comparable(state("1", {}));
  expect(Object.keys(shown)).toEqual(["apiVersion", "kind", "metadata", "data"]);
  expect(shown.metadata).toEqual({ name: "a" });
});
