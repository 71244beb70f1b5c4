import { expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { MetricRegistry } from "../registry/metricRegistry.ts";
import { userMetrics } from "./userMetrics.ts";

it("counts a limited number of users by name, and all others together", async () => {
  const registry = new MetricRegistry();
  const count = userMetrics(registry, createVocabulary());
  for (const name of [
    "admin",
    "kubelet",
    "kubelet",
    "ann@example.com",
    "bob@example.com",
    "ann",
    "system:node:n1",
    "",
  ]) {
    count(name);
  }
  const series = (await registry.text()).split("\n").filter((line) => line.startsWith("authenticated_user_requests"));
  expect(series).toEqual([
    'authenticated_user_requests{username="admin"} 1',
    'authenticated_user_requests{username="kubelet"} 2',
    'authenticated_user_requests{username="email_id"} 2',
    'authenticated_user_requests{username="other"} 3',
  ]);
});
