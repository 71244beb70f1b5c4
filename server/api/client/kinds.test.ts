import { expect, it } from "vitest";
import type { ServedResource } from "./apiClient.ts";
import { kindsOf } from "./kinds.ts";

const row = (group: string, version: string, resource: string, kind: string): ServedResource => ({
  group,
  version,
  resource,
  kind,
  namespaced: true,
  verbs: [],
  preferred: false,
});

it("finds the first added resource of an apiVersion and kind", () => {
  const kinds = kindsOf([
    row("", "v1", "pods", "Pod"),
    row("apps", "v1", "deployments", "Deployment"),
    row("apps", "v2", "deployments", "Deployment"),
    row("", "v1", "podlogs", "Pod"),
  ]);
  expect(kinds.find("v1", "Pod")).toMatchObject({ group: "", version: "v1", resource: "pods" });
  expect(kinds.find("apps/v2", "Deployment")).toMatchObject({ group: "apps", version: "v2" });
  expect([kinds.find("apps/v3", "Deployment"), kinds.find("apps/v1", "Pod"), kinds.find("v1", "pod")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
