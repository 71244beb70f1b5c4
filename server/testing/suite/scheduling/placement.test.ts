import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ApiPlace, Item } from "../../conformance/apiPlace.ts";
import { pod, template, workload } from "../../conformance/bodies.ts";
import { type ClusterUnderTest, readyNodes, startClusterUnderTest } from "../../conformance/clusterUnderTest.ts";
import { at } from "../../conformance/shape.ts";

let cluster: ClusterUnderTest;
let place: ApiPlace;
let nodes: string[];
beforeAll(async () => {
  cluster = await startClusterUnderTest({ simulatedNodes: 4 });
  await cluster.whole.become("v1/nodes", (items) => items.length === 4);
  nodes = await readyNodes(cluster.whole);
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

const nodeOf = (item: Item): string => at<string>(item, "spec.nodeName");
const scheduled = (name: string): Promise<Item> =>
  place.becomes(`v1/pods/${name}`, { spec: { nodeName: (node: unknown) => typeof node === "string" && node !== "" } });
const unschedulable = (name: string, text: string): Promise<Item> =>
  place.becomes(`v1/pods/${name}`, {
    status: {
      conditions: [
        {
          type: "PodScheduled",
          reason: "Unschedulable",
          message: (message: unknown) => String(message).includes(text),
        },
      ],
    },
  });
const run = async (name: string, spec: object): Promise<string> => {
  await place.create("v1/pods", pod(name, { ...spec }));
  return nodeOf(await scheduled(name));
};
const label = (node: string, labels: object) => cluster.whole.patch(`v1/nodes/${node}`, { metadata: { labels } });

describe("[sig-scheduling] SchedulerPredicates [Serial]", () => {
  test("validates local ephemeral storage resource limits of pods that are allowed to run [Feature:LocalStorageCapacityIsolation]", async () => {
    const wants = (amount: string) => ({
      containers: [
        {
          name: "c",
          image: "registry.k8s.io/pause:3.10",
          resources: { requests: { "ephemeral-storage": amount }, limits: { "ephemeral-storage": amount } },
        },
      ],
    });
    await run("fits", wants("1Gi"));
    await place.create("v1/pods", pod("large", wants("1Ti")));
    await unschedulable("large", "Insufficient ephemeral-storage");
  });

  test("validates pod overhead is considered along with resource limits of pods that are allowed to run", async () => {
    const name = `overhead-${place.namespace}`;
    await cluster.whole.create("node.k8s.io/v1/runtimeclasses", {
      metadata: { name },
      handler: "test-handler",
      overhead: { podFixed: { cpu: "3500m" } },
    });
    await place.create(
      "v1/pods",
      pod("heavy", {
        runtimeClassName: name,
        containers: [{ name: "c", image: "registry.k8s.io/pause:3.10", resources: { requests: { cpu: "600m" } } }],
      }),
    );
    await unschedulable("heavy", "Insufficient cpu");
    await run("light", { runtimeClassName: name });
  });

  test("validates that InterPodAffinity and PodAntiAffinity are respected if matching", async () => {
    const [first = "", second = ""] = nodes;
    await place.create("v1/pods", pod("base", { labels: { app: "base" }, nodeName: first }));
    const term = { labelSelector: { matchLabels: { app: "base" } }, topologyKey: "kubernetes.io/hostname" };
    expect(
      await run("near", { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } }),
    ).toBe(first);
    expect(
      await run("far", { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } }),
    ).not.toBe(first);
    await place.create(
      "v1/pods",
      pod("torn", {
        nodeSelector: { "kubernetes.io/hostname": second },
        affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } },
      }),
    );
    await unschedulable("torn", "didn't match pod affinity rules");
  });

  test("validates that matchLabelKeys of affinities restrict them to pods of the same revision", async () => {
    const term = {
      topologyKey: "kubernetes.io/hostname",
      labelSelector: { matchLabels: { name: "w" } },
      matchLabelKeys: ["pod-template-hash"],
    };
    const spec = { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } };
    await place.create(
      "apps/v1/deployments",
      workload("w", 4, {
        template: template({ name: "w" }, spec),
        strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 4, maxUnavailable: 0 } },
      }),
    );
    await place.becomes("apps/v1/deployments/w", { status: { readyReplicas: 4 } });
    await place.patch("apps/v1/deployments/w", { spec: { template: { metadata: { annotations: { v: "2" } } } } });
    await place.becomes("apps/v1/deployments/w", { status: { updatedReplicas: 4, readyReplicas: 4, replicas: 4 } });
  });

  test("validates Pods with non-empty schedulingGates are blocked on scheduling", async () => {
    await place.create(
      "v1/pods",
      pod("gated", { schedulingGates: [{ name: "example.com/a" }, { name: "example.com/b" }] }),
    );
    await place.becomes("v1/pods/gated", {
      status: { phase: "Pending", conditions: [{ type: "PodScheduled", status: "False", reason: "SchedulingGated" }] },
    });
    await place.patch("v1/pods/gated", { spec: { schedulingGates: [{ name: "example.com/b" }] } });
    await place.patch("v1/pods/gated", {
      spec: { schedulingGates: null, nodeSelector: { "kubernetes.io/hostname": nodes[2] } },
    });
    expect(nodeOf(await scheduled("gated"))).toBe(nodes[2]);
  });

  test("PodTopologySpread Filtering validates 4 pods with MaxSkew=1 are evenly distributed into 2 nodes", async () => {
    const key = `spread-${place.namespace}`;
    const [first = "", second = ""] = nodes;
    await label(first, { [key]: "a" });
    await label(second, { [key]: "b" });
    const constraint = {
      maxSkew: 1,
      topologyKey: key,
      whenUnsatisfiable: "DoNotSchedule",
      labelSelector: { matchLabels: { name: "rs" } },
    };
    await place.create(
      "apps/v1/replicasets",
      workload("rs", 4, { template: template({ name: "rs" }, { topologySpreadConstraints: [constraint] }) }),
    );
    const pods = await place.become(
      "v1/pods",
      (items) => items.length === 4 && items.every((each) => nodeOf(each) !== undefined),
    );
    expect([first, second].map((node) => pods.filter((each) => nodeOf(each) === node).length)).toEqual([2, 2]);
  });

  test("topology spread follows nodeTaintsPolicy and nodeAffinityPolicy, and matchLabelKeys separates revisions", async () => {
    const key = `policy-${place.namespace}`;
    const [first = "", second = ""] = nodes;
    await label(first, { [key]: "a" });
    await label(second, { [key]: "b" });
    await cluster.whole.patch(`v1/nodes/${second}`, {
      spec: { taints: [{ key: "only", value: "x", effect: "NoSchedule" }] },
    });
    const spread = (more: object) => ({
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: key,
          whenUnsatisfiable: "DoNotSchedule",
          labelSelector: { matchLabels: { app: "s" } },
          ...more,
        },
      ],
    });
    expect(await run("one", { labels: { app: "s" }, ...spread({ nodeTaintsPolicy: "Honor" }) })).toBe(first);
    expect(await run("two", { labels: { app: "s" }, ...spread({ nodeTaintsPolicy: "Honor" }) })).toBe(first);
    await place.create("v1/pods", pod("three", { labels: { app: "s" }, ...spread({ nodeTaintsPolicy: "Ignore" }) }));
    await unschedulable("three", "didn't match pod topology spread constraints");
    expect(
      await run("four", {
        labels: { app: "s", rev: "2" },
        ...spread({ matchLabelKeys: ["rev"], nodeTaintsPolicy: "Honor" }),
      }),
    ).toBe(first);
    await cluster.whole.patch(`v1/nodes/${second}`, { spec: { taints: null } });
    expect(nodeOf(await scheduled("three"))).toBe(second);
  });

  test("validates MaxPods limit number of pods that are allowed to run [Slow]", async () => {
    const [, , , last = ""] = nodes;
    const size = Number(
      at<Record<string, string>>(await cluster.whole.get(`v1/nodes/${last}`), "status.allocatable")["pods"],
    );
    const here = { nodeSelector: { "kubernetes.io/hostname": last } };
    await place.create(
      "apps/v1/replicasets",
      workload("many", size + 1, { template: template({ name: "many" }, here) }),
    );
    await place.become("v1/pods", (items) =>
      items.some((each) => JSON.stringify(each["status"]).includes("Too many pods")),
    );
  });
});

describe("[sig-scheduling] SchedulerPriorities [Serial]", () => {
  test("Pod should be preferably scheduled to nodes pod can tolerate, and away from pods it has anti-affinity to", async () => {
    const [first = "", ...others] = nodes;
    for (const node of others) {
      await cluster.whole.patch(`v1/nodes/${node}`, {
        spec: { taints: [{ key: "soft", value: node, effect: "PreferNoSchedule" }] },
      });
    }
    expect(await run("tolerant", {})).toBe(first);
    for (const node of others) await cluster.whole.patch(`v1/nodes/${node}`, { spec: { taints: null } });
    await place.create("v1/pods", pod("loud", { labels: { loud: "yes" }, nodeName: first }));
    const term = {
      weight: 100,
      podAffinityTerm: { labelSelector: { matchLabels: { loud: "yes" } }, topologyKey: "kubernetes.io/hostname" },
    };
    expect(
      await run("quiet", {
        affinity: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [term] } },
      }),
    ).not.toBe(first);
  });
});
