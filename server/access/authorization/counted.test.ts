import { expect, it } from "vitest";
import { MetricRegistry } from "../../ground/observability/registry/metricRegistry.ts";
import type { Decision } from "../../ground/rights/authorizer.ts";
import { createAuthorizationMetrics } from "./authorizationMetrics.ts";
import { counted } from "./counted.ts";
import { podAttributes, testUser } from "./testing/attributes.ts";

it("counts decisions but no missing opinions, and stays synchronous", async () => {
  const registry = new MetricRegistry();
  const metrics = createAuthorizationMetrics(registry);
  const says = (decision: Decision, later: boolean) => {
    const verdict = { decision, reason: "r" };
    const inner = { name: "inner", authorize: () => (later ? Promise.resolve(verdict) : verdict) };
    return counted(inner, "ABAC", "abac", metrics).authorize(testUser("alice"), podAttributes());
  };
  expect(says("allow", false)).toEqual({ decision: "allow", reason: "r" });
  expect(await says("allow", true)).toEqual({ decision: "allow", reason: "r" });
  await says("deny", true);
  says("noOpinion", false);
  const text = await registry.text();
  const line = (decision: string) => `decisions_total{type="ABAC",name="abac",decision="${decision}"}`;
  expect(text).toContain(`${line("allowed")} 2`);
  expect(text).toContain(`${line("denied")} 1`);
  expect(text).not.toContain("noOpinion");
});
