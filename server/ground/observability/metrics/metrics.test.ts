import { describe, expect, it } from "vitest";
import { createMetrics } from "./metrics.ts";

describe("Metrics", () => {
  it("are separate for each server in a process", async () => {
    const [one, other] = [createMetrics(), createMetrics()];
    const labels = { verb: "GET", group: "", version: "v1", resource: "pods", subresource: "", scope: "cluster" };
    one.requests.inc({ ...labels, code: 200 });
    one.duration.observe(labels, 0.03);
    expect(await one.registry.text()).toContain('code="200"} 1');
    expect(await other.registry.text()).not.toContain('code="200"');
  });

  it("have the names and types that dashboards expect", async () => {
    const metrics = createMetrics();
    const text = await metrics.registry.text();
    for (const [name, type] of [
      ["apiserver_request_total", "counter"],
      ["apiserver_request_duration_seconds", "histogram"],
      ["apiserver_current_inflight_requests", "gauge"],
      ["apiserver_longrunning_requests", "gauge"],
      ["authentication_attempts", "counter"],
      ["apiserver_log_lines_dropped_total", "counter"],
      ["process_cpu_seconds_total", "counter"],
    ]) {
      expect(text).toContain(`# TYPE ${name} ${type}\n`);
    }
  });
});
