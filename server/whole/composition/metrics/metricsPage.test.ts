import { expect, it } from "vitest";
import { describedMetrics } from "./describedMetrics.ts";
import { metricsPage } from "./metricsPage.ts";

it("the page of metrics is what the definitions say", async () => {
  await expect(metricsPage(describedMetrics())).toMatchFileSnapshot("../../../../docs/metrics.md");
});

it("every metric is defined once", () => {
  const names = Object.values(describedMetrics())
    .flat()
    .map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
