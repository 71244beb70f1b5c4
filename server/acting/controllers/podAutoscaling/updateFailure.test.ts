import { expect, it } from "vitest";
import { ApiError } from "../../../../shared/status.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { InformedParts } from "../controller.ts";
import { Autoscaler } from "./autoscaler.ts";
import type { PodAutoscalingOptions } from "./flags.ts";
import { MetricApis } from "./metricApis.ts";

it("emits an event when its status update fails", async () => {
  const told: string[] = [];
  const refused = new ApiError(409, "Conflict", "the object has been modified");
  const vocabulary = createVocabulary();
  const parts = {
    client: { resources: () => [], update: () => Promise.reject(refused) },
    informers: { fresh: async () => undefined },
    recorder: { record: (_: object, ...words: string[]) => told.push(words.join(" ")) },
    vocabulary,
    now: () => 0,
  } as unknown as InformedParts;
  const apis = new MetricApis(() => Promise.reject(refused), vocabulary);
  const autoscaler = new Autoscaler(parts, apis, {} as PodAutoscalingOptions);
  const spec = { maxReplicas: 2, scaleTargetRef: { kind: "Deployment", name: "web", apiVersion: "apps/v1" } };
  const looked = autoscaler.evaluate({ metadata: { name: "web", namespace: "shop" }, spec });
  await expect(looked).rejects.toThrow("failed to update status for web: the object has been modified");
  expect(told).toEqual([
    'Warning FailedGetScale no matches for kind "Deployment" in group "apps"',
    "Warning FailedUpdateStatus the object has been modified",
  ]);
});
