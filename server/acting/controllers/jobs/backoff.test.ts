import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { Backoffs, finishTime, untilRetry } from "./backoff.ts";
import type { Job } from "./kinds.ts";

const at = (seconds: number): string => new Date(seconds * 1000).toISOString();

const podOf = (metadata: Partial<ApiObject["metadata"]>, status: object = {}, spec: object = {}): ApiObject =>
  ({ metadata: { creationTimestamp: at(1), ...metadata }, spec, status }) as unknown as ApiObject;
const ended = (seconds: number): ApiObject =>
  podOf({}, { containerStatuses: [{ name: "c", state: { terminated: { finishedAt: at(seconds) } } }] });

describe("End time of a failed pod", () => {
  it("is the end of its last container or sidecar", () => {
    const sidecar = { initContainers: [{ name: "s", restartPolicy: "Always" }] };
    const containerStatuses = [{ name: "c", state: { terminated: { finishedAt: at(5) } } }];
    const sidecarEnds = (state: object) => ({ containerStatuses, initContainerStatuses: [{ name: "s", state }] });
    expect(finishTime(podOf({}, sidecarEnds({ terminated: { finishedAt: at(9) } }), sidecar))).toBe(9000);
    expect(finishTime(podOf({}, sidecarEnds({ running: {} }), sidecar))).toBe(1000);
  });

  it("falls back to the time it became not ready, was deleted, or was created", () => {
    const ready = (status: string) => ({ conditions: [{ type: "Ready", status, lastTransitionTime: at(7) }] });
    const deleted = { deletionTimestamp: at(40), deletionGracePeriodSeconds: 30 };
    expect(finishTime(podOf(deleted, ready("False")))).toBe(7000);
    expect(finishTime(podOf(deleted, ready("True")))).toBe(10_000);
    expect(finishTime(podOf({}))).toBe(1000);
  });
});

describe("Consecutive failures", () => {
  const job = { metadata: { uid: "u" } } as Job;

  it("are remembered after their pods are deleted", () => {
    const backoffs = new Backoffs();
    backoffs.set(job, backoffs.with(job, [], [ended(5)]));
    const record = backoffs.with(job, [], [ended(30)]);
    expect(record).toEqual({ failures: 2, last: 30_000 });
    expect(untilRetry(record, 31_000)).toBe(19_000);
  });

  it("are reset by a success", () => {
    const backoffs = new Backoffs();
    backoffs.set(job, { failures: 3, last: 5000 });
    expect(backoffs.with(job, [ended(6)], [ended(4), ended(8)])).toEqual({ failures: 1, last: 8000 });
    expect(untilRetry(backoffs.with(job, [ended(6)], []), 6000)).toBe(0);
  });
});
