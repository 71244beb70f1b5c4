import { describe, expect, it } from "vitest";
import { BatchedCounter, BatchedGauge } from "./batchedMetrics.ts";

const valuesOf = async (metric: BatchedCounter | BatchedGauge): Promise<[string, number][]> =>
  (await metric.get()).values.map(({ labels, value }) => [String(labels["kind"]), value]);

const config = { name: "things", help: "Things.", labelNames: ["kind"], registers: [] };

describe("BatchedCounter", () => {
  it("has all changes whenever it is read", async () => {
    const counter = new BatchedCounter(config);
    const pods = counter.labels("pods");
    pods.inc();
    pods.inc(2);
    expect(await valuesOf(counter)).toEqual([["pods", 3]]);
    counter.labels({ kind: "pods" }).inc();
    counter.inc({ kind: "nodes" });
    pods.inc();
    expect(await valuesOf(counter)).toEqual([
      ["pods", 5],
      ["nodes", 1],
    ]);
  });

  it("does not show a series that was only looked up", async () => {
    const counter = new BatchedCounter(config);
    counter.labels("pods");
    expect(await valuesOf(counter)).toEqual([]);
  });

  it("keeps the changes of more series than it lists at a time", async () => {
    const counter = new BatchedCounter(config);
    for (let i = 0; i < 5000; i++) counter.labels(i % 2 === 0 ? "even" : "odd").inc();
    expect(await valuesOf(counter)).toEqual([
      ["even", 2500],
      ["odd", 2500],
    ]);
  });
});

describe("BatchedGauge", () => {
  it("shows a series that has returned to zero", async () => {
    const gauge = new BatchedGauge(config);
    const pods = gauge.labels("pods");
    pods.inc(3);
    pods.dec(3);
    expect(await valuesOf(gauge)).toEqual([["pods", 0]]);
    pods.dec();
    expect(await valuesOf(gauge)).toEqual([["pods", -1]]);
  });

  it("has the last value that was set, with later changes", async () => {
    const gauge = new BatchedGauge(config);
    const pods = gauge.labels("pods");
    pods.inc(3);
    pods.set(10);
    pods.inc();
    expect(await valuesOf(gauge)).toEqual([["pods", 11]]);
  });
});
