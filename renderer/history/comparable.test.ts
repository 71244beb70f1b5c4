import { expect, it } from "vitest";
import { changedPaths, comparableText } from "./comparable.ts";

const state = (resourceVersion: string, data: Record<string, string>) => ({
  metadata: { name: "a", resourceVersion, managedFields: [{ manager: resourceVersion }] },
  data,
  kind: "ConfigMap",
  apiVersion: "v1",
});

it("lists changed fields except bookkeeping metadata", () => {
  expect(changedPaths(state("1", { a: "1" }), state("2", { a: "2", "x/y": "" }))).toEqual(["data.a", "data.x.y"]);
  expect(changedPaths(state("1", {}), state("2", {}))).toEqual([]);
});

it("uses the usual field order and omits fields that change with every write", () => {
  expect(comparableText(state("1", { a: "1" }))).toBe(
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  a: "1"\n',
  );
  expect(comparableText(undefined)).toBe("");
});
