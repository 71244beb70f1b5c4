import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { isOutsideQuotas, resourceOfAmount } from "./quotaNames.ts";

const vocabulary = createVocabulary();

describe("resourceOfAmount", () => {
  it.each([
    ["pods", "pods", ""],
    ["cpu", "pods", ""],
    ["limits.memory", "pods", ""],
    ["requests.ephemeral-storage", "pods", ""],
    ["hugepages-2Mi", "pods", ""],
    ["requests.hugepages-1Gi", "pods", ""],
    ["requests.example.com/gpu", "pods", ""],
    ["requests.storage", "persistentvolumeclaims", ""],
    ["gold.storageclass.storage.k8s.io/requests.storage", "persistentvolumeclaims", ""],
    ["gold.storageclass.storage.k8s.io/persistentvolumeclaims", "persistentvolumeclaims", ""],
    ["gpu.deviceclass.resource.k8s.io/devices", "resourceclaims", "resource.k8s.io"],
    ["services.nodeports", "services", ""],
    ["count/secrets", "secrets", ""],
    ["count/deployments.apps", "deployments", "apps"],
    ["count/widgets.a.example.com", "widgets", "a.example.com"],
  ])("maps %s to %s", (name, resource, group) => {
    expect(resourceOfAmount(name, vocabulary)).toEqual({ resource, group });
  });

  it.each(["deployments", "example.com/gpu", "requests.foo", "requests.kubernetes.io/x", "count/events", "count/"])(
    "maps %s to no resource",
    (name) => {
      expect(resourceOfAmount(name, vocabulary)).toBeUndefined();
    },
  );
});

describe("isOutsideQuotas", () => {
  it("excludes events and resources that are not stored", () => {
    const outside = (resource: string, group: string): boolean => isOutsideQuotas({ group, resource }, vocabulary);
    expect(outside("events", "events.k8s.io")).toBe(true);
    expect(outside("localsubjectaccessreviews", "authorization.k8s.io")).toBe(true);
    expect(outside("events", "example.com")).toBe(false);
    expect(outside("pods", "")).toBe(false);
  });
});
