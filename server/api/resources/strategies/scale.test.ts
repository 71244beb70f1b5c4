import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { fakeContext } from "../testing/fakeContext.ts";
import { labelScaleSubresource, readScale, scaleSubresource } from "./scale.ts";

const deployment = (): ApiObject => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "n", uid: "u", resourceVersion: "5", creationTimestamp: "t", generation: 2 },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: "web" }, matchExpressions: [{ key: "t", operator: "In", values: ["b", "a"] }] },
  },
  status: { replicas: 1 },
});

describe("Scale subresource", () => {
  test("returns desired and current replicas and the selector as text", () => {
    expect(readScale(deployment())).toEqual({
      kind: "Scale",
      apiVersion: "autoscaling/v1",
      metadata: { name: "web", namespace: "n", uid: "u", resourceVersion: "5", creationTimestamp: "t" },
      spec: { replicas: 3 },
      status: { replicas: 1, selector: "app=web,t in (a,b)" },
    });
  });

  test("writes the replicas and increments the generation once", () => {
    const parent = deployment();
    scaleSubresource.view?.write(fakeContext(), parent, { metadata: {}, spec: { replicas: 4 } });
    expect(parent["spec"]).toMatchObject({ replicas: 4 });
    expect(parent.metadata.generation).toBe(3);
    scaleSubresource.view?.write(fakeContext(), parent, { metadata: {}, spec: { replicas: 4 } });
    expect(parent.metadata.generation).toBe(3);
  });

  test("rejects invalid metadata and a negative number", () => {
    const body = { metadata: { name: "web", namespace: "n", labels: { a: "b c" } }, spec: { replicas: -1 } };
    const steps = scaleSubresource.view?.validate?.(fakeContext(), body);
    expect(steps && atOnce(steps)).toEqual([
      expect.objectContaining({ field: "metadata.labels" }),
      {
        type: "FieldValueInvalid",
        field: "spec.replicas",
        message: "Invalid value: -1: must be greater than or equal to 0",
      },
    ]);
  });

  test("reads a plain label map as selector and omits a missing one", () => {
    const parent = { ...deployment(), spec: { replicas: 0, selector: { tier: "x", app: "web" } } };
    expect(labelScaleSubresource.view?.read(parent)).toMatchObject({
      spec: {},
      status: { replicas: 1, selector: "app=web,tier=x" },
    });
    const bare = labelScaleSubresource.view?.read({ metadata: { name: "rc" } });
    expect(bare?.["status"]).toEqual({ replicas: 0 });
  });
});
