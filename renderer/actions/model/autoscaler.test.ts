import { expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { autoscaledEffect, autoscalerOf } from "./autoscaler.ts";

const web = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web" } } as ApiObject;
const autoscaler = (name: string, scaleTargetRef: object, spec: object = {}): ApiObject =>
  ({ metadata: { name }, spec: { scaleTargetRef, maxReplicas: 5, ...spec } }) as ApiObject;

it("finds the autoscaler by its target's group, kind and name", () => {
  const others = [
    autoscaler("other-name", { apiVersion: "apps/v1", kind: "Deployment", name: "api" }),
    autoscaler("other-kind", { apiVersion: "apps/v1", kind: "StatefulSet", name: "web" }),
    autoscaler("other-group", { apiVersion: "example.com/v1", kind: "Deployment", name: "web" }),
  ];
  expect(autoscalerOf(web, others)).toBeUndefined();
  const own = autoscaler("own", { apiVersion: "apps/v1beta1", kind: "Deployment", name: "web" });
  expect(autoscalerOf(web, [...others, own])).toEqual({ name: "own", min: 1, max: 5 });
  const idle = autoscaler("idle", { apiVersion: "apps/v1", kind: "Deployment", name: "web" }, { minReplicas: 0 });
  expect(autoscalerOf(web, [idle])?.min).toBe(0);
});

it("says what becomes of a number of replicas", () => {
  const effects = [0, 1, 2, 5, 6].map((replicas) => autoscaledEffect(replicas, { name: "own", min: 2, max: 5 }));
  expect(effects).toEqual(["off", "raises", "changes", "changes", "lowers"]);
});
