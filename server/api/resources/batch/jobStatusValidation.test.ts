import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { fakeContext } from "../testing/fakeContext.ts";
import { texts } from "../testing/objects.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { jobStatusStrategy } from "./jobStrategy.ts";

const job = (status: object, spec: object = {}): ApiObject => ({ metadata: { name: "j" }, spec, status });
const on = (...types: string[]): object => ({ conditions: types.map((type) => ({ type, status: "True" })) });
const change = (now: ApiObject, before: ApiObject = job({}), off: readonly string[] = []): string[] => {
  const context = fakeContext({ features: { enabled: (gate) => !off.includes(gate) } });
  return texts(strategyErrors(jobStatusStrategy, context, now, before));
};
const START = { startTime: "2026-01-01T00:00:00Z" };
const DONE = { ...START, completionTime: "2026-01-01T00:01:00Z" };
const CONDITIONS = "status.conditions: Invalid value: ";

describe("Job completion", () => {
  it("requires a preceding SuccessCriteriaMet or FailureTarget condition", () => {
    expect(change(job({ ...DONE, ...on("SuccessCriteriaMet", "Complete") }))).toEqual([]);
    expect(change(job({ ...DONE, ...on("Complete") }))).toEqual([
      `${CONDITIONS}cannot set Complete=True condition without the SuccessCriteriaMet=true condition`,
    ]);
    expect(change(job({ ...START, ...on("FailureTarget", "Failed") }))).toEqual([]);
    expect(change(job({ ...START, ...on("Failed") }))).toEqual([
      `${CONDITIONS}cannot set Failed=True condition without the FailureTarget=true condition`,
    ]);
  });
  it("requires that no pods are terminating", () => {
    const ended = { ...START, ...on("FailureTarget", "Failed") };
    expect(change(job({ ...ended, terminating: 2 }))).toEqual([
      "status.terminating: Invalid value: 2: terminating>0 is invalid for finished job",
    ]);
    expect(change(job({ ...ended, terminating: 2, failed: 1 }), job({ ...ended, terminating: 2 }))).toEqual([]);
  });
});

describe("Job pod counts", () => {
  it("ready pods cannot exceed active pods", () => {
    expect(change(job({ active: 1, ready: 1 }))).toEqual([]);
    // `ready` may be omitted.
    expect(change(job({ active: -1 }))).toEqual([
      "status.active: Invalid value: -1: must be greater than or equal to 0",
    ]);
    expect(change(job({ active: 1, ready: 2 }))).toEqual([
      "status.ready: Invalid value: 2: cannot set more ready pods than active",
    ]);
  });
});

describe("Job status with JobManagedBy disabled", () => {
  const off = ["JobManagedBy"];
  it("is not validated except for SuccessCriteriaMet", () => {
    expect(change(job({ active: 1, ready: 2, ...on("Complete") }), job(on("Failed")), off)).toEqual([]);
    expect(change(job(on("SuccessCriteriaMet")), job({}), off)).toEqual([]);
    expect(change(job({}), job(on("SuccessCriteriaMet")), off)).toEqual([
      `${CONDITIONS}cannot disable the SuccessCriteriaMet=True condition`,
    ]);
  });
  it("accepts SuccessCriteriaMet only with a success policy, unless JobPodReplacementPolicy is enabled", () => {
    const neither = [...off, "JobPodReplacementPolicy"];
    expect(change(job(on("SuccessCriteriaMet")), job({}), neither)).toEqual([
      `${CONDITIONS}cannot set SuccessCriteriaMet to NonIndexed Job`,
      `${CONDITIONS}cannot set SuccessCriteriaMet=True for Job without SuccessPolicy`,
    ]);
    const spec = { completionMode: "Indexed", successPolicy: { rules: [{ succeededCount: 1 }] } };
    expect(change(job(on("SuccessCriteriaMet"), spec), job({}, spec), neither)).toEqual([]);
  });
});
