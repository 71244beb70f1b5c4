import type { ContainerState } from "kubernetes-types/core/v1";
import { expect, it } from "vitest";
import type { ContainerRole, NodePod } from "./podParts.ts";
import { podStatus } from "./podStatus.ts";

const RUNS: ContainerState = { running: { startedAt: "2026-01-01T00:00:00Z" } };
const ended = (exitCode: number): ContainerState => ({ terminated: { exitCode } });
const WAITS: ContainerState = { waiting: { reason: "PodInitializing" } };

type States = readonly (readonly [ContainerRole, ContainerState])[];

/** The phase of an initialized pod that is never restarted. */
const phase = (...given: Parameters<typeof statusOf>): string | undefined => statusOf(...given).phase;

function statusOf(states: States, initialized = true, policy = "Never") {
  const initContainers = states.filter(([role]) => role !== "main").map((_, i) => ({ name: `c${i}` }));
  const spec = { containers: [], initContainers, restartPolicy: policy };
  const pod = { metadata: { name: "p" }, spec } as unknown as NodePod;
  const parts = states.map(([role, state], i) => ({
    role,
    status: { name: `c${i}`, state, ready: false, restartCount: 0, image: "", imageID: "" },
  }));
  const facts = { pod, parts, hostAddresses: [""], podAddresses: ["10.0.0.1"], startTime: "", initialized };
  return podStatus({ ...facts, includesSandboxCondition: true, now: 0 });
}

it("is Running while a sidecar runs, and ignores the sidecar's result", () => {
  expect(
    phase([
      ["sidecar", RUNS],
      ["main", ended(0)],
    ]),
  ).toBe("Running");
  expect(
    phase([
      ["sidecar", ended(3)],
      ["main", ended(0)],
    ]),
  ).toBe("Succeeded");
  expect(
    phase([
      ["sidecar", ended(0)],
      ["main", ended(1)],
    ]),
  ).toBe("Failed");
});

it("does not end before the containers beside the main and init containers have ended", () => {
  const failed: ContainerState = ended(1);
  const done = (role: ContainerRole, state: ContainerState) =>
    phase([
      ["main", ended(0)],
      [role, state],
    ]);
  expect(done("ephemeral", RUNS)).toBe("Running");
  expect(done("ephemeral", ended(2))).toBe("Succeeded");
  const unstarted = (state: ContainerState): States => [
    ["sidecar", state],
    ["init", failed],
    ["main", WAITS],
  ];
  expect(phase(unstarted(RUNS), false)).toBe("Pending");
  expect(phase(unstarted(ended(0)), false)).toBe("Failed");
  expect(phase(unstarted(ended(0)), false, "Always")).toBe("Pending");
});

it("ends with its main containers, by their exit codes and the restart policy", () => {
  expect(
    phase([
      ["main", RUNS],
      ["main", ended(0)],
    ]),
  ).toBe("Running");
  expect(
    phase([
      ["main", ended(0)],
      ["main", ended(2)],
    ]),
  ).toBe("Failed");
  expect(phase([["main", ended(2)]], true, "OnFailure")).toBe("Running");
  expect(phase([["main", ended(0)]], true, "Always")).toBe("Running");
});

it("is Initialized when its last init container succeeds", () => {
  const initialized = (last: ContainerState) =>
    statusOf(
      [
        ["init", ended(0)],
        ["init", last],
        ["main", WAITS],
      ],
      false,
    ).conditions?.find(({ type }) => type === "Initialized");
  expect(initialized(RUNS)).toMatchObject({ status: "False", message: "containers with incomplete status: [c1]" });
  expect(initialized(ended(1))).toMatchObject({ status: "False" });
  expect(initialized(ended(0))).toMatchObject({ status: "True" });
});

it("shows the node's addresses of a pod on the host network before its sandbox exists", () => {
  const pod = { metadata: { name: "p" }, spec: { containers: [], hostNetwork: true } } as unknown as NodePod;
  const facts = { pod, parts: [], hostAddresses: ["192.168.0.1"], podAddresses: [], startTime: "", initialized: true };
  const { podIP, podIPs, conditions } = podStatus({ ...facts, includesSandboxCondition: true, now: 0 });
  expect({ podIP, podIPs }).toEqual({ podIP: "192.168.0.1", podIPs: [{ ip: "192.168.0.1" }] });
  expect(conditions?.[0]).toMatchObject({ type: "PodReadyToStartContainers", status: "False" });
});
