import { expect, it } from "vitest";
import { manualTimers } from "../../timing/testing/manualTimers.ts";
import { WorkQueue } from "../../timing/workQueue.ts";
import { MetricRegistry } from "../registry/metricRegistry.ts";
import { workQueueMetrics } from "./workQueueMetrics.ts";

it("counts and times the keys of a work queue", async () => {
  const registry = new MetricRegistry();
  let now = 0;
  const observer = workQueueMetrics(registry, () => now)("q");
  const works: { resolve(): void; reject(error: Error): void }[] = [];
  const work = () => new Promise<void>((resolve, reject) => works.push({ resolve, reject }));
  const queue = new WorkQueue({ timers: manualTimers(), concurrency: 1, observer, work });
  const value = async (what: string): Promise<number> =>
    Number((await registry.text()).split(`\nworkqueue_${what}{name="q"} `)[1]?.split("\n")[0]);
  queue.add("a");
  for (const key of ["b", "b", "a", "a"]) queue.add(key);
  expect([await value("adds_total"), await value("depth")]).toEqual([3, 2]);
  now = 2000;
  expect([await value("unfinished_work_seconds"), await value("longest_running_processor_seconds")]).toEqual([2, 2]);
  works[0]?.resolve();
  await expect.poll(() => works).toHaveLength(2);
  expect([await value("work_duration_seconds_sum"), await value("queue_duration_seconds_sum")]).toEqual([2, 2]);
  works[1]?.reject(new Error("no"));
  await expect.poll(() => value("retries_total")).toBe(1);
  expect(await value("adds_total")).toBe(3);
  const stopping = queue.stop();
  expect(await value("depth")).toBe(0);
  for (const { resolve } of works) resolve();
  await stopping;
  expect(await value("unfinished_work_seconds")).toBe(0);
});
