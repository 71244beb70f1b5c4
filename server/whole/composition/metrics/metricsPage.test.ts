import { expect, it } from "vitest";
import { describedMetrics } from "./describedMetrics.ts";
import { metricsPage } from "./metricsPage.ts";

it("docs/metrics.md matches the metric definitions", async () => {
  await expect(metricsPage(describedMetrics())).toMatchFileSnapshot("../../../../docs/metrics.md");
});

it("every metric is defined once", () => {
  const names = Object.values(describedMetrics())
    .flat()
    .map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
