import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { onlyCollectionFieldsDiffer } from "./collectionFields.ts";

const rules = [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }];
const old: ApiObject = { metadata: { name: "r", resourceVersion: "1", labels: { b: "2", a: "1" } }, rules };

describe("onlyCollectionFieldsDiffer", () => {
  it.each<[string, ApiObject]>([
    ["no fields", old],
    ["only the orders of keys", { rules, metadata: { labels: { a: "1", b: "2" }, resourceVersion: "1", name: "r" } }],
    ["finalizers", { ...old, metadata: { ...old.metadata, finalizers: ["foregroundDeletion"] } }],
    [
      "owner references",
      {
        ...old,
        metadata: { ...old.metadata, ownerReferences: [{ apiVersion: "v1", kind: "X", name: "x", uid: "u" }] },
      },
    ],
    [
      "resourceVersion and managedFields",
      { ...old, metadata: { ...old.metadata, resourceVersion: "2", managedFields: [] } },
    ],
    ["only empty fields", { ...old, aggregationRule: undefined, metadata: { ...old.metadata, annotations: {} } }],
  ])("is true when %s differ", (_title, object) => {
    expect(onlyCollectionFieldsDiffer(object, old)).toBe(true);
    expect(onlyCollectionFieldsDiffer(old, object)).toBe(true);
  });

  it.each<[string, ApiObject]>([
    ["rules", { ...old, rules: [...rules, ...rules] }],
    ["the verbs of a rule", { ...old, rules: [{ ...rules[0], verbs: ["list"] }] }],
    ["labels", { ...old, metadata: { ...old.metadata, labels: { a: "1" } } }],
    ["existing and removed rules", { metadata: old.metadata }],
    ["finalizers and rules", { metadata: { ...old.metadata, finalizers: ["x"] }, rules: [] }],
  ])("is false when %s differ", (_title, object) => {
    expect(onlyCollectionFieldsDiffer(object, old)).toBe(false);
  });
});
