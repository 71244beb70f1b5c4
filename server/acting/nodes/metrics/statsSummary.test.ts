import type { Node, Pod } from "kubernetes-types/core/v1";
import { describe, expect, it } from "vitest";
import { atOnce } from "../../../../shared/steps.ts";
import { timestamp } from "../../../../shared/time.ts";
import { WorkLedger } from "../load/requestedWork.ts";
import { type StatsSummary, statsSummary } from "./statsSummary.ts";

const NOW = 1_800_000_000_000;
const GIB = 2 ** 30;

interface Runs {
  readonly name: string;
  /** Seconds; undefined for a container that no longer runs. */
  readonly since?: number;
}

const node: Node = { metadata: { name: "node-1", creationTimestamp: timestamp(NOW - 3_600_000) } };

const podOf = (containers: readonly Runs[], phase = "Running"): Pod => ({
  metadata: {
    name: "web",
    namespace: "shop",
    uid: "u-1",
    annotations: { "simulation.orrery/cpu": "500m", "simulation.orrery/memory": "100Mi" },
  },
  spec: { containers: containers.map(({ name }) => ({ name, image: "app:1" })) },
  status: {
    phase,
    startTime: timestamp(NOW - 600_000),
    containerStatuses: containers.map(({ name, since }) => ({
      ...{ name, image: "app:1", imageID: "", ready: true, restartCount: 0 },
      state: since === undefined ? {} : { running: { startedAt: timestamp(NOW - since * 1000) } },
    })),
  },
});

const summaryOf = (...pods: readonly Pod[]): StatsSummary =>
  atOnce(statsSummary(node, pods, { memory: 8 * GIB, measuring: { work: new WorkLedger(), now: NOW } }));

describe("Node stats summary", () => {
  it("reports container usage and its sum", () => {
    const { node: whole, pods } = summaryOf(
      podOf([{ name: "a", since: 600 }, { name: "b", since: 300 }, { name: "over" }]),
    );
    const [pod] = pods;
    expect(pod?.podRef).toEqual({ name: "web", namespace: "shop", uid: "u-1" });
    expect(pod?.containers.map(({ name }) => name)).toEqual(["a", "b"]);
    const sum = (pod?.containers ?? []).reduce((total, { cpu }) => total + (cpu?.usageNanoCores ?? 0), 0);
    expect(pod?.cpu?.usageNanoCores).toBe(sum);
    expect(sum).toBeGreaterThan(950e6);
    expect(whole.nodeName).toBe("node-1");
    expect(whole.cpu?.usageNanoCores).toBeGreaterThan(sum);
    expect((whole.memory?.workingSetBytes ?? 0) + (whole.memory?.availableBytes ?? 0)).toBe(8 * GIB);
    expect(whole.cpu?.usageCoreNanoSeconds).toBeGreaterThan(pod?.cpu?.usageCoreNanoSeconds ?? Number.NaN);
  });

  it("reports network traffic that grows with work, and none for host-network pods", () => {
    const ofNetwork = (work: WorkLedger, pod: Pod): StatsSummary =>
      atOnce(statsSummary(node, [pod], { memory: GIB, withNetwork: true, measuring: { work, now: NOW } }));
    const idle = ofNetwork(new WorkLedger(), podOf([{ name: "a", since: 600 }]));
    const work = new WorkLedger();
    work.add("u-1", "a", 100, NOW);
    const busy = ofNetwork(work, podOf([{ name: "a", since: 600 }]));
    const rxBytes = idle.pods[0]?.network?.rxBytes ?? 0;
    expect(rxBytes).toBeGreaterThan(0);
    expect(busy.pods[0]?.network?.rxBytes).toBeGreaterThan(rxBytes);
    expect(idle.node.network?.rxBytes).toBeGreaterThan(rxBytes);
    expect(idle.pods[0]?.network).toMatchObject({ name: "eth0", rxErrors: 0, interfaces: [{ name: "eth0", rxBytes }] });
    const pod = podOf([{ name: "a", since: 600 }]);
    const onHost = { ...pod, spec: { containers: [], ...pod.spec, hostNetwork: true } };
    expect(ofNetwork(work, onHost).pods[0]).not.toHaveProperty("network");
    expect(summaryOf(pod).pods[0]).not.toHaveProperty("network");
  });

  it("omits containers not measured yet and pods without running containers", () => {
    const [pod] = summaryOf(podOf([{ name: "a", since: 1 }])).pods;
    expect(pod?.containers).toEqual([]);
    expect(pod?.cpu).toBeUndefined();
    expect(summaryOf(podOf([{ name: "a" }], "Pending")).pods).toEqual([]);
  });
});
