import { expect, it } from "vitest";
import { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import { tokenUseCounters } from "./tokenUse.ts";

it("counts each kind of use in its own metric", async () => {
  const registry = new MetricRegistry();
  const count = tokenUseCounters(registry);
  for (const use of ["stale", "stale", "manual"] as const) count(use);
  const text = await registry.text();
  expect(text).toContain("serviceaccount_stale_tokens_total 2");
  expect(text).toContain("serviceaccount_legacy_manual_token_uses_total 1");
  expect(text).toContain("serviceaccount_invalid_legacy_auto_token_uses_total 0");
});
