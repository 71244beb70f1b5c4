import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Resource } from "../../../api/registry/resource.ts";
import { testSources } from "../openapi/testing/testSources.ts";
import { storageVersionHash } from "./storageVersionHash.ts";

const hashOf = (group: string, version: string, resource: string, word?: string): string | undefined =>
  storageVersionHash(testSources(word).catalog.find(group, version, resource) as Resource);

it.each([
  ["", "v1", "pods", "xPOwRZ+Yhw8="],
  ["scheduling.k8s.io", "v1", "priorityclasses", "1QwjyaZjj3Y="],
  ["autoscaling", "v1", "horizontalpodautoscalers", "qwQve8ut294="],
  ["autoscaling", "v2", "horizontalpodautoscalers", "qwQve8ut294="],
  ["events.k8s.io", "v1", "events", "r2yiGXH7wu8="],
  ["apiextensions.k8s.io", "v1", "customresourcedefinitions", "jfWCUB31mvA="],
])("equals the reference's hash for %s/%s %s", (group, version, resource, hash) =>
  expect(hashOf(group, version, resource)).toBe(hash),
);

it("is absent for resources that are not stored, and depends on the vocabulary", () => {
  expect(hashOf("authorization.k8s.io", "v1", "subjectaccessreviews")).toBeUndefined();
  expect(hashOf("", "v1", "componentstatuses")).toBeUndefined();
  const other = hashOf("scheduling.orch.io", "v1", "priorityclasses", "orch");
  expect(other).toMatch(/^[\w+/]{11}=$/);
  expect(other).not.toBe(hashOf("scheduling.k8s.io", "v1", "priorityclasses"));
});

const facts = "../shared/facts/resources-1.32.json";
it.skipIf(!existsSync(facts))("agrees with the reference's discovery", () => {
  type Row = { group: string; version: string; resource: string; storageVersionHash?: string };
  const { resources } = JSON.parse(readFileSync(facts, "utf8")) as { resources: Row[] };
  const { catalog } = testSources();
  let compared = 0;
  for (const { group, version, resource, storageVersionHash: hash } of resources) {
    const found = catalog.find(group, version, resource);
    if (found === undefined) continue;
    compared += 1;
    expect.soft([resource, storageVersionHash(found)]).toEqual([resource, hash]);
  }
  expect(compared).toBeGreaterThan(50);
});
