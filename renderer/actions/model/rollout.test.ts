import { expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { type RolloutStage, rolloutOf } from "./rollout.ts";

const workload = (kind: string, spec: object, status: object, generation = 2): ApiObject =>
  ({ kind, metadata: { generation }, spec, status: { observedGeneration: 2, ...status } }) as ApiObject;
const stuck = [{ type: "Progressing", reason: "ProgressDeadlineExceeded" }];

it.each<[RolloutStage, ApiObject]>([
  ["unobserved", workload("Deployment", { replicas: 2 }, { replicas: 2, updatedReplicas: 2, availableReplicas: 2 }, 3)],
  ["updates", workload("Deployment", { replicas: 2 }, { replicas: 2, updatedReplicas: 1 })],
  ["ends", workload("Deployment", { replicas: 2 }, { replicas: 3, updatedReplicas: 2, availableReplicas: 2 })],
  ["starts", workload("Deployment", { replicas: 2 }, { replicas: 2, updatedReplicas: 2, availableReplicas: 1 })],
  ["done", workload("Deployment", { replicas: 2 }, { replicas: 2, updatedReplicas: 2, availableReplicas: 2 })],
  ["done", workload("Deployment", { replicas: 0 }, {})],
  ["late", workload("Deployment", { replicas: 2 }, { conditions: stuck })],
  ["manual", workload("StatefulSet", { updateStrategy: { type: "OnDelete" } }, {})],
  ["updates", workload("StatefulSet", {}, { replicas: 1 })],
  ["starts", workload("DaemonSet", {}, { desiredNumberScheduled: 3, updatedNumberScheduled: 3, numberAvailable: 2 })],
  ["done", workload("DaemonSet", {}, { desiredNumberScheduled: 3, updatedNumberScheduled: 3, numberAvailable: 3 })],
])("%s", (stage, object) => {
  expect(rolloutOf(object).stage).toBe(stage);
});

it("counts the pods", () => {
  const object = workload("Deployment", { replicas: 4 }, { replicas: 5, updatedReplicas: 2, availableReplicas: 3 });
  expect(rolloutOf(object)).toEqual({ stage: "updates", wanted: 4, updated: 2, available: 3, old: 3 });
});
