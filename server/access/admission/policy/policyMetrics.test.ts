import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { policyMetrics } from "./policyMetrics.ts";

it("counts by what was done, and why", async () => {
  const registry = new Registry();
  const metrics = policyMetrics(registry);
  metrics.enforced("p", "b", "deny", "failed expression: false");
  metrics.enforced("p", "b", "deny", "no");
  metrics.enforced("p", "b", "allow", "compilation error: compilation failed: ERROR");
  metrics.enforced("p", "b", "warn", "validation failed due to running out of cost budget, no further");
  const [counter] = await registry.getMetricsAsJSON();
  expect(counter?.name).toBe("apiserver_validating_admission_policy_check_total");
  const labels = { policy: "p", policy_binding: "b" };
  expect(counter?.values).toEqual([
    { value: 2, labels: { ...labels, enforcement_action: "deny", error_type: "invalid_error" } },
    { value: 1, labels: { ...labels, enforcement_action: "allow", error_type: "compile_error" } },
    { value: 1, labels: { ...labels, enforcement_action: "warn", error_type: "out_of_budget" } },
  ]);
});
