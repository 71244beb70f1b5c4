import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { onlyCollectionFieldsDiffer } from "./collectionFields.ts";

const rules = [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }];
const old: ApiObject = { metadata: { name: "r", resourceVersion: "1", labels: { b: "2", a: "1" } }, rules };

describe("onlyCollectionFieldsDiffer", () => {
  it.each<[string, ApiObject]>([
    ["nothing", old],
    ["the order of keys", { rules, metadata: { labels: { a: "1", b: "2" }, resourceVersion: "1", name: "r" } }],
    ["finalizers", { ...old, metadata: { ...old.metadata, finalizers: ["foregroundDeletion"] } }],
    [
      "owners",
      {
        ...old,
        metadata: { ...old.metadata, ownerReferences: [{ apiVersion: "v1", kind: "X", name: "x", uid: "u" }] },
      },
    ],
    ["bookkeeping", { ...old, metadata: { ...old.metadata, resourceVersion: "2", managedFields: [] } }],
    ["what is empty", { ...old, aggregationRule: undefined, metadata: { ...old.metadata, annotations: {} } }],
  ])("is true when %s differ", (_title, object) => {
    expect(onlyCollectionFieldsDiffer(object, old)).toBe(true);
    expect(onlyCollectionFieldsDiffer(old, object)).toBe(true);
  });

  it.each<[string, ApiObject]>([
    ["rules", { ...old, rules: [...rules, ...rules] }],
    ["the order of rules' verbs", { ...old, rules: [{ ...rules[0], verbs: ["list"] }] }],
    ["labels", { ...old, metadata: { ...old.metadata, labels: { a: "1" } } }],
    ["rules, taken away", { metadata: old.metadata }],
    ["finalizers and more", { metadata: { ...old.metadata, finalizers: ["x"] }, rules: [] }],
  ])("is false when %s differ", (_title, object) => {
    expect(onlyCollectionFieldsDiffer(object, old)).toBe(false);
  });
});
