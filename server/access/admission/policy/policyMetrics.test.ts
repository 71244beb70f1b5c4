import { expect, it } from "vitest";
import { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import { policyMetrics } from "./policyMetrics.ts";

it("counts by enforcement action and error type", async () => {
  const registry = new MetricRegistry();
  const metrics = policyMetrics(registry);
  metrics.enforced("p", "b", "deny", { message: "failed expression: false", took: 0.25 });
  metrics.enforced("p", "b", "deny", { message: "no", took: 0.25 });
  metrics.enforced("p", "b", "allow", { message: "compilation error: compilation failed: ERROR", took: 0.25 });
  metrics.enforced("p", "b", "warn", {
    message: "validation failed due to running out of cost budget, no further",
    took: 0.25,
  });
  const lines = (await registry.text()).split("\n").filter((line) => line.includes("_total{"));
  const series = (error: string, action: string) =>
    `apiserver_validating_admission_policy_check_total{policy="p",policy_binding="b",error_type="${error}",enforcement_action="${action}"}`;
  expect(lines).toEqual([
    `${series("invalid_error", "deny")} 2`,
    `${series("compile_error", "allow")} 1`,
    `${series("out_of_budget", "warn")} 1`,
  ]);
  expect(await registry.text()).toContain(
    'check_duration_seconds_sum{policy="p",policy_binding="b",error_type="invalid_error",enforcement_action="deny"} 0.5\n',
  );
});
