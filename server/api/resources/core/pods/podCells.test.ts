import type { ContainerStatus } from "kubernetes-types/core/v1";
import { describe, expect, it } from "vitest";
import { type PodView, podRowConditions, podSummary, readinessGatesText } from "./podCells.ts";

const NOW = Date.parse("2026-01-01T01:00:00Z");
const spec = (containers = 1, init: object[] = []): PodView["spec"] =>
  ({
    containers: Array.from({ length: containers }, (_, i) => ({ name: `c${i}` })),
    initContainers: init,
  }) as PodView["spec"];
const state = (name: string, more: object): ContainerStatus =>
  ({ name, image: "", imageID: "", ready: false, restartCount: 0, ...more }) as ContainerStatus;
const view = (podSpec: PodView["spec"], status: object, metadata: object = {}): PodView =>
  ({ metadata, spec: podSpec, status }) as PodView;
const line = (pod: PodView): string[] => {
  const { ready, reason, restarts } = podSummary(pod, NOW);
  return [ready, reason, restarts];
};

describe("podSummary", () => {
  it("shows the phase before any container runs", () =>
    expect(line(view(spec(), { phase: "Pending" }))).toEqual(["0/1", "Pending", "0"]));

  it("shows why a container waits and its restarts", () =>
    expect(
      line(
        view(spec(2), {
          phase: "Running",
          containerStatuses: [
            state("c0", { ready: true, state: { running: {} } }),
            state("c1", {
              restartCount: 3,
              state: { waiting: { reason: "CrashLoopBackOff" } },
              lastState: { terminated: { exitCode: 1, finishedAt: "2026-01-01T00:55:00Z" } },
            }),
          ],
        }),
      ),
    ).toEqual(["1/2", "CrashLoopBackOff", "3 (5m ago)"]));

  it("shows how a container terminated", () => {
    const ended = (terminated: object): string[] =>
      line(view(spec(), { phase: "Failed", containerStatuses: [state("c0", { state: { terminated } })] }));
    expect(ended({ exitCode: 0, reason: "Completed" })[1]).toBe("Completed");
    expect(ended({ exitCode: 7 })[1]).toBe("ExitCode:7");
    expect(ended({ exitCode: 1, signal: 9 })[1]).toBe("Signal:9");
  });

  it("shows the state of init containers until they complete", () => {
    const init = [{ name: "i0" }, { name: "i1" }];
    const status = (second: object): object => ({
      phase: "Pending",
      initContainerStatuses: [state("i0", { state: { terminated: { exitCode: 0 } } }), state("i1", second)],
      containerStatuses: [state("c0", { state: { waiting: { reason: "PodInitializing" } } })],
    });
    expect(line(view(spec(1, init), status({ state: { running: {} } })))[1]).toBe("Init:1/2");
    expect(line(view(spec(1, init), status({ state: { waiting: { reason: "ErrImagePull" } } })))[1]).toBe(
      "Init:ErrImagePull",
    );
    expect(line(view(spec(1, init), status({ state: { terminated: { exitCode: 2 } } })))[1]).toBe("Init:ExitCode:2");
  });

  it("shows the main containers once the first Initialized condition is True", () => {
    const status = (...states: string[]): object => ({
      phase: "Running",
      conditions: states.map((value) => ({ type: "Initialized", status: value })),
      initContainerStatuses: [state("i0", { state: { waiting: { reason: "CrashLoopBackOff" } } })],
      containerStatuses: [state("c0", { state: { waiting: { reason: "ErrImagePull" } } })],
    });
    expect(line(view(spec(1, [{ name: "i0" }]), status("True", "False")))[1]).toBe("ErrImagePull");
    expect(line(view(spec(1, [{ name: "i0" }]), status("False", "True")))[1]).toBe("Init:CrashLoopBackOff");
  });

  it("counts sidecars as containers", () =>
    expect(
      line(
        view(spec(1, [{ name: "side", restartPolicy: "Always" }]), {
          phase: "Running",
          initContainerStatuses: [
            state("side", { ready: true, started: true, restartCount: 2, state: { running: {} } }),
          ],
          containerStatuses: [state("c0", { ready: true, state: { running: {} } })],
        }),
      ),
    ).toEqual(["2/2", "Running", "2"]));

  it("shows Running or NotReady while one container runs", () => {
    const status = {
      phase: "Running",
      containerStatuses: [
        state("c0", { state: { terminated: { exitCode: 0, reason: "Completed" } } }),
        state("c1", { ready: true, state: { running: {} } }),
      ],
    };
    expect(line(view(spec(2), status))[1]).toBe("NotReady");
    expect(line(view(spec(2), { ...status, conditions: [{ type: "Ready", status: "True" }] }))[1]).toBe("Running");
  });

  it("shows Terminating for a deleted pod, except for finished pods and lost nodes", () => {
    const gone = { deletionTimestamp: "2026-01-01T00:00:00Z" };
    expect(line(view(spec(), { phase: "Running" }, gone))[1]).toBe("Terminating");
    expect(line(view(spec(), { phase: "Running", reason: "NodeLost" }, gone))[1]).toBe("Unknown");
    expect(line(view(spec(), { phase: "Succeeded" }, gone))[1]).toBe("Succeeded");
  });

  it("shows SchedulingGated", () =>
    expect(
      line(
        view(spec(), {
          phase: "Pending",
          conditions: [{ type: "PodScheduled", status: "False", reason: "SchedulingGated" }],
        }),
      )[1],
    ).toBe("SchedulingGated"));
});

it("counts unmet readiness gates", () => {
  expect(readinessGatesText(view(spec(), {}))).toBe("<none>");
  const gated = { containers: [], readinessGates: [{ conditionType: "a" }, { conditionType: "b" }] } as PodView["spec"];
  expect(readinessGatesText(view(gated, { conditions: [{ type: "a", status: "True" }] }))).toBe("1/2");
  const twice = [
    { type: "a", status: "False" },
    { type: "a", status: "True" },
  ];
  expect(readinessGatesText(view(gated, { conditions: twice }))).toBe("0/2");
});

it("adds a Completed condition to rows of finished pods", () => {
  expect(podRowConditions("Succeeded")).toEqual([
    { type: "Completed", status: "True", reason: "Succeeded", message: "The pod has completed successfully." },
  ]);
  expect(podRowConditions("Failed")[0]?.reason).toBe("Failed");
  expect(podRowConditions("Running")).toEqual([]);
});
