import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce, finished } from "../../../../shared/steps.ts";
import { openTestServices, type TestServices, testContext } from "../../../testing/testServices.ts";
import { track, trackingOf } from "./tracking.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

const target = (path: string) => services.target(testContext("PUT", path));
const autoscalers = "/namespaces/default/horizontalpodautoscalers/h";

describe("field tracking of an endpoint", () => {
  test("does not convert a kind that has one version", () => {
    const tracking = trackingOf(services, target("/api/v1/namespaces/default/configmaps/c"), "m");
    expect(tracking.convert).toBeUndefined();
    expect(Object.keys(tracking.resetFields)).toEqual(["v1"]);
  });

  test("converts a kind that has two, and resets the same fields in both", () => {
    const tracking = trackingOf(services, target(`/apis/autoscaling/v1${autoscalers}`), "m");
    expect(Object.keys(tracking.resetFields).sort()).toEqual(["autoscaling/v1", "autoscaling/v2"]);
    expect([...(tracking.resetFields["autoscaling/v2"]?.keys() ?? [])]).toEqual(["f:status"]);
    const convert = (value: ApiObject, version: string) => atOnce(finished(tracking.convert?.(value, version)));
    const object: ApiObject = {
      apiVersion: "autoscaling/v1",
      kind: "HorizontalPodAutoscaler",
      metadata: { name: "h" },
      spec: { maxReplicas: 3, targetCPUUtilizationPercentage: 50 },
    };
    expect(convert(object, "autoscaling/v2")?.object).toMatchObject({
      apiVersion: "autoscaling/v2",
      spec: { metrics: [{ resource: { target: { averageUtilization: 50 } } }] },
    });
    expect(convert(object, "autoscaling/v3")).toBeUndefined();
  });

  test("resets the spec in both versions for the status subresource", () => {
    const tracking = trackingOf(services, target(`/apis/autoscaling/v2${autoscalers}/status`), "m");
    for (const version of ["autoscaling/v1", "autoscaling/v2"]) {
      expect([...(tracking.resetFields[version]?.keys() ?? [])], version).toEqual(["f:spec"]);
    }
  });
});

test("removes written fields from the manager that owned them at the other version", async () => {
  const entry = {
    manager: "a",
    operation: "Update" as const,
    apiVersion: "autoscaling/v2",
    fieldsType: "FieldsV1" as const,
    fieldsV1: { "f:spec": { "f:maxReplicas": {}, "f:metrics": {} } },
  };
  const live: ApiObject = {
    apiVersion: "autoscaling/v1",
    kind: "HorizontalPodAutoscaler",
    metadata: { name: "h", managedFields: [entry] },
    spec: { maxReplicas: 3, targetCPUUtilizationPercentage: 50 },
  };
  const next = { ...live, spec: { maxReplicas: 3, targetCPUUtilizationPercentage: 60 } };
  const existing = { object: live, revision: 1 };
  const tracked = await track(services, target(`/apis/autoscaling/v1${autoscalers}`), existing, next, "b");
  expect(tracked.metadata.managedFields).toMatchObject([
    { ...entry, fieldsV1: { "f:spec": { "f:maxReplicas": {} } } },
    {
      manager: "b",
      apiVersion: "autoscaling/v1",
      fieldsV1: { "f:spec": { "f:targetCPUUtilizationPercentage": {} } },
    },
  ]);
  expect(tracked.metadata.managedFields?.[0]?.fieldsV1).toEqual({ "f:spec": { "f:maxReplicas": {} } });
});
