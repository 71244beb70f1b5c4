import { expect, it } from "vitest";
import { MetricRegistry } from "../registry/metricRegistry.ts";
import { reloadMetrics } from "./reloadMetrics.ts";

it("counts reloads by result, with the time of the last one", async () => {
  const registry = new MetricRegistry();
  let now = 1000;
  const record = reloadMetrics(registry, "authorization", () => now);
  record("success");
  now = 2500;
  record("success");
  record("failure");
  const text = await registry.text();
  const prefix = "apiserver_authorization_config_controller_automatic_reload";
  const id = /apiserver_id_hash="sha256:[0-9a-f]{64}"/.exec(text)?.[0];
  expect(text).toContain(`${prefix}s_total{status="success",${id}} 2`);
  expect(text).toContain(`${prefix}s_total{status="failure",${id}} 1`);
  expect(text).toContain(`${prefix}_last_timestamp_seconds{status="success",${id}} 2.5`);
});
