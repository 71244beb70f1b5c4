import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ApiPlace, Item } from "../../conformance/apiPlace.ts";
import { condition, NGINX, pod, template, workload } from "../../conformance/bodies.ts";
import { type ClusterUnderTest, readyNodes, startClusterUnderTest } from "../../conformance/clusterUnderTest.ts";
import { BUSYBOX } from "../../conformance/containerOutput.ts";
import { at } from "../../conformance/shape.ts";

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest({}, 5);
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

const isReady = (item: Item): boolean =>
  (at<{ type: string; status: string }[]>(item, "status.conditions") ?? []).some(
    ({ type, status }) => type === "Ready" && status === "True",
  );

describe("[sig-apps] Daemon set [Serial]", () => {
  const daemons = (spec: object, containers: object[] = [{ name: "main", image: NGINX }]) => ({
    metadata: { name: "ds" },
    spec: { selector: { matchLabels: { name: "ds" } }, template: template({ name: "ds" }, { containers, ...spec }) },
  });
  const DS = "apps/v1/daemonsets/ds";
  const has = (count: number) => place.becomes(DS, { status: { numberReady: count, desiredNumberScheduled: count } });

  test("should run and stop complex daemon, with node selector and with node affinity", async () => {
    const [node = ""] = await readyNodes(cluster.whole);
    const label = (color: string | null) =>
      cluster.whole.patch(`v1/nodes/${node}`, { metadata: { labels: { color } } });
    await place.create("apps/v1/daemonsets", daemons({ nodeSelector: { color: "blue" } }));
    await has(0);
    await label("blue");
    await has(1);
    await label("green");
    await has(0);
    await place.patch(DS, { spec: { template: { spec: { nodeSelector: { color: "green" } } } } });
    await has(1);
    await place.remove(DS);
    const affinity = {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: "color", operator: "In", values: ["green"] }] }],
        },
      },
    };
    await place.gone(DS);
    await place.create("apps/v1/daemonsets", daemons({ affinity }));
    await has(1);
    await label(null);
    await has(0);
  });

  test("should not update pod when spec was updated and update strategy is OnDelete", async () => {
    await place.create("apps/v1/daemonsets", {
      ...daemons({}),
      spec: { ...daemons({}).spec, updateStrategy: { type: "OnDelete" } },
    });
    await has(2);
    const before = await place.list("v1/pods");
    await place.patch(DS, { spec: { template: { spec: { terminationGracePeriodSeconds: 2 } } } });
    await place.becomes(DS, { status: { updatedNumberScheduled: undefined, observedGeneration: 2 } });
    expect((await place.list("v1/pods")).map(({ metadata }) => metadata.uid).sort()).toEqual(
      before.map(({ metadata }) => metadata.uid).sort(),
    );
  });

  test("should surge pods onto nodes when spec was updated and update strategy is RollingUpdate", async () => {
    const readiness = {
      name: "main",
      image: BUSYBOX,
      command: ["sh", "-c", "sleep 4; touch /tmp/ready; sleep 1000"],
      readinessProbe: { exec: { command: ["test", "-e", "/tmp/ready"] }, periodSeconds: 1 },
    };
    const body = daemons({}, [readiness]);
    await place.create("apps/v1/daemonsets", {
      ...body,
      spec: {
        ...body.spec,
        updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "100%", maxUnavailable: 0 } },
      },
    });
    await has(2);
    let least = Number.POSITIVE_INFINITY;
    let most = 0;
    await place.patch(
      DS,
      { spec: { template: { spec: { containers: [{ name: "main", env: [{ name: "V", value: "2" }] }] } } } },
      "strategic-merge",
    );
    await place.become("v1/pods", (items) => {
      const living = items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
      least = Math.min(least, living.filter(isReady).length);
      most = Math.max(most, living.length);
      return (
        living.length === 2 &&
        living.every((each) => isReady(each) && at(each, "spec.containers.0.env.0.value") === "2")
      );
    });
    expect([least, most]).toEqual([2, 4]);
  });
});

describe("[sig-apps] Deployment", () => {
  const D = "apps/v1/deployments/d";

  test("deployment reaping should cascade to its replica sets and pods", async () => {
    await place.create("apps/v1/deployments", workload("d", 2));
    await place.becomes(D, { status: { readyReplicas: 2 } });
    await place.remove(D, { propagationPolicy: "Background" });
    await place.become("v1/pods", (items) => items.length === 0);
    await place.become("apps/v1/replicasets", (items) => items.length === 0);
  });

  test("iterative rollouts should eventually progress", async () => {
    await place.create(
      "apps/v1/deployments",
      workload("d", 6, { progressDeadlineSeconds: 600, revisionHistoryLimit: 2 }),
    );
    for (let i = 0; i < 8; i++) {
      const change = [
        { spec: { template: { spec: { terminationGracePeriodSeconds: 2 + i } } } },
        { spec: { replicas: 4 + (i % 3) } },
        { spec: { paused: i === 2 } },
      ][i % 3];
      await place.patch(D, change);
    }
    await place.patch(D, { spec: { paused: false, replicas: 5 } });
    await place.becomes(D, {
      status: { readyReplicas: 5, updatedReplicas: 5, replicas: 5, unavailableReplicas: undefined },
    });
  });

  test("test Deployment ReplicaSet orphaning and adoption regarding controllerRef", async () => {
    await place.create("apps/v1/deployments", workload("d", 1));
    await place.becomes(D, { status: { readyReplicas: 1 } });
    await place.remove(D, { propagationPolicy: "Orphan" });
    const [set] = await place.become(
      "apps/v1/replicasets",
      (items) => items.length === 1 && items[0]?.metadata.ownerReferences === undefined,
    );
    await place.gone(D);
    await place.create("apps/v1/deployments", workload("d", 1));
    await place.becomes(`apps/v1/replicasets/${set?.metadata.name}`, {
      metadata: { ownerReferences: [{ kind: "Deployment", name: "d" }] },
    });
    expect(await place.list("apps/v1/replicasets")).toHaveLength(1);
  });

  test("should not disrupt a cloud load-balancer's connectivity during rollout", async () => {
    await place.create("v1/services", {
      metadata: { name: "lb" },
      spec: { type: "LoadBalancer", selector: { name: "d" }, ports: [{ port: 80 }] },
    });
    await place.create(
      "apps/v1/deployments",
      workload("d", 3, {
        template: template({ name: "d" }, {}, NGINX),
        strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      }),
    );
    await place.becomes(D, { status: { readyReplicas: 3 } });
    await place.becomes("v1/services/lb", { status: { loadBalancer: { ingress: [{}] } } });
    let least = Number.POSITIVE_INFINITY;
    await place.patch(D, { spec: { template: { spec: { terminationGracePeriodSeconds: 5 } } } });
    await place.become("discovery.k8s.io/v1/endpointslices", (slices) => {
      const serving = slices
        .flatMap((slice) => at<{ conditions: { ready: boolean } }[]>(slice, "endpoints") ?? [])
        .filter(({ conditions }) => conditions.ready);
      least = Math.min(least, serving.length);
      return serving.length === 3 && slices.length > 0;
    });
    await place.becomes(D, { status: { updatedReplicas: 3, replicas: 3, readyReplicas: 3 } });
    expect(least).toBeGreaterThanOrEqual(3);
  });

  test("deployment should support proportional scaling, and report an exceeded progress deadline", async () => {
    const broken = template({ name: "d" }, {}, "invalid.example/none:404");
    await place.create(
      "apps/v1/deployments",
      workload("d", 10, {
        progressDeadlineSeconds: 3,
        strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 3, maxUnavailable: 2 } },
      }),
    );
    await place.becomes(D, { status: { readyReplicas: 10 } });
    await place.patch(D, { spec: { template: broken } });
    await place.becomes(D, {
      status: { conditions: [{ type: "Progressing", status: "False", reason: "ProgressDeadlineExceeded" }] },
    });
    const sizes = async () =>
      (await place.list("apps/v1/replicasets")).map((set) => at<number>(set, "spec.replicas")).sort((a, b) => a - b);
    await expect.poll(sizes).toEqual([5, 8]);
    await place.patch(D, { spec: { replicas: 30 } });
    await place.become(
      "apps/v1/replicasets",
      (sets) => sets.reduce((sum, set) => sum + at<number>(set, "spec.replicas"), 0) === 33,
    );
    expect(await sizes()).toEqual([13, 20]);
  });
});

describe("[sig-apps] DisruptionController", () => {
  const budget = (spec: object) =>
    place.create("policy/v1/poddisruptionbudgets", {
      metadata: { name: "b" },
      spec: { selector: { matchLabels: { name: "d" } }, ...spec },
    });
  const evict = (name: string) =>
    place.send("POST", `v1/pods/${name}/eviction`, {
      body: { apiVersion: "policy/v1", kind: "Eviction", metadata: { name } },
    });

  test("should evict unready pods as the policy for unhealthy pods allows", async () => {
    const unready = {
      name: "main",
      image: BUSYBOX,
      command: ["sh", "-c", "sleep 1000"],
      readinessProbe: { exec: { command: ["false"] }, periodSeconds: 1 },
    };
    const names = ["a", "b"];
    for (const name of names)
      await place.create("v1/pods", pod(name, { labels: { name: "d" }, containers: [unready] }));
    await place.become(
      "v1/pods",
      (items) => items.filter((each) => at(each, "status.phase") === "Running").length === 2,
    );
    await budget({ minAvailable: 1 });
    await place.becomes("policy/v1/poddisruptionbudgets/b", {
      status: { currentHealthy: 0, expectedPods: 2, desiredHealthy: 1 },
    });
    expect((await evict("a")).status).toBe(429);
    await place.patch("policy/v1/poddisruptionbudgets/b", { spec: { unhealthyPodEvictionPolicy: "AlwaysAllow" } });
    await place.becomes("policy/v1/poddisruptionbudgets/b", { status: { observedGeneration: 2 } });
    expect((await evict("a")).status).toBe(201);
  });

  test("evictions: too few pods, replicaSet, percentage => should not allow an eviction; enough pods => should", async () => {
    await place.create("apps/v1/replicasets", workload("d", 10));
    await place.becomes("apps/v1/replicasets/d", { status: { readyReplicas: 10 } });
    await budget({ minAvailable: "90%" });
    await place.becomes("policy/v1/poddisruptionbudgets/b", {
      status: { disruptionsAllowed: 1, desiredHealthy: 9, currentHealthy: 10 },
    });
    const [first, second] = await place.list("v1/pods");
    // Both at once: a new pod may be ready before a later request.
    const answers = await Promise.all([first, second].map((each) => evict(each?.metadata.name ?? "")));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.details).toMatchObject({ causes: [{ reason: "DisruptionBudget" }] });
    await place.becomes("policy/v1/poddisruptionbudgets/b", {
      status: { conditions: [condition("DisruptionAllowed")] },
    });
  });
});
