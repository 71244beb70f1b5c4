import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { podFinding } from "./podFinding.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const ago = (seconds: number): string => new Date(NOW - seconds * 1000).toISOString();
const pod = (status: object, metadata: object = {}): ApiObject => ({ metadata: { name: "web", ...metadata }, status });
const find = (status: object, metadata?: object) => podFinding(pod(status, metadata), NOW);
const waiting = (reason: string, more: object = {}) => ({
  phase: "Pending",
  containerStatuses: [
    { name: "app", image: "shop/web:2", state: { waiting: { reason, message: "told why" } }, ...more },
  ],
});

describe("podFinding", () => {
  it("treats running and completed pods as healthy", () => {
    const ready = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
    expect(find(ready)).toEqual({ state: "good", word: "Running" });
    expect(find({ phase: "Succeeded" })).toEqual({ state: "good", word: "Completed" });
  });

  it("reports how a crash-looping container terminated", () => {
    const last = { restartCount: 7, lastState: { terminated: { exitCode: 137, reason: "OOMKilled" } } };
    expect(find({ ...waiting("CrashLoopBackOff", last), phase: "Running" })).toMatchObject({
      state: "bad",
      word: "CrashLoopBackOff",
      cause: { id: "crashing", values: { container: "app", code: "137", reason: "OOMKilled", count: 7 } },
    });
  });

  it("reports a missing image and other reasons of the server", () => {
    expect(find(waiting("ImagePullBackOff"))).toMatchObject({
      state: "bad",
      cause: { id: "imageMissing", values: { image: "shop/web:2" } },
    });
    expect(find(waiting("CreateContainerConfigError")).cause).toEqual({ id: "said", values: { message: "told why" } });
    expect(find(waiting("ContainerCreating"))).toEqual({ state: "working", word: "ContainerCreating" });
  });

  it("quotes the scheduler's message", () => {
    const message = "0/3 nodes are available: 3 Insufficient cpu.";
    const conditions = [{ type: "PodScheduled", status: "False", reason: "Unschedulable", message }];
    expect(find({ phase: "Pending", conditions })).toEqual({
      state: "attention",
      word: "Unschedulable",
      cause: { id: "unschedulable", values: { message } },
    });
  });

  it("reports the kubelet's message for an unready pod, or that its node is unresponsive", () => {
    const unready = (message: string): ApiObject => ({
      ...pod({
        phase: "Running",
        conditions: [{ type: "Ready", status: "False", lastTransitionTime: ago(60), message }],
        containerStatuses: [{ name: "app", ready: true, state: { running: {} } }],
      }),
      spec: { nodeName: "node-1" },
    });
    expect(podFinding(unready("a readiness gate is not met"), NOW).cause).toEqual({
      id: "said",
      values: { message: "a readiness gate is not met" },
    });
    expect(podFinding(unready(""), NOW).cause).toEqual({ id: "notHeardOf", values: { node: "node-1" } });
  });

  it("allows a grace time for starting and terminating pods", () => {
    const unready = (seconds: number) => ({
      phase: "Running",
      conditions: [{ type: "Ready", status: "False", lastTransitionTime: ago(seconds) }],
      containerStatuses: [{ name: "app", ready: false, state: { running: {} } }],
    });
    expect(find(unready(5))).toEqual({ state: "working", word: "NotReady", until: NOW + 25_000 });
    expect(find(unready(31))).toMatchObject({ cause: { id: "readinessFails", values: { containers: "app" } } });
    const going = (seconds: number) => find({}, { deletionTimestamp: ago(seconds), finalizers: ["example.com/hold"] });
    expect(going(5).state).toBe("working");
    expect(going(300)).toMatchObject({
      state: "attention",
      cause: { id: "terminatingLong", values: { context: "held" } },
    });
  });

  it("reports why a pod failed", () => {
    expect(find({ phase: "Failed", reason: "Evicted", message: "The node was low on memory." })).toMatchObject({
      word: "Evicted",
      cause: { id: "said" },
    });
    const ended = [{ name: "app", state: { terminated: { exitCode: 3, reason: "Error" } } }];
    expect(find({ phase: "Failed", containerStatuses: ended })).toMatchObject({
      cause: { id: "ended", values: { container: "app", code: "3" } },
    });
  });
});
