import fc from "fast-check";
import type { Deployment, ReplicaSet } from "kubernetes-types/apps/v1";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { type Cluster, startCluster } from "../../acting/controllers/testing/cluster.ts";

/**
 * Laws of a rolling update that always hold, whatever happens in between, and in whatever order the controllers act.
 */

let cluster: Cluster;
let count = 0;
beforeAll(async () => {
  cluster = await startCluster(
    [
      "root-ca-certificate-publisher-controller",
      "node-lifecycle-controller",
      "deployment-controller",
      "replicaset-controller",
      "garbage-collector-controller",
    ],
    { simulatedNodes: 2, scheduler: true },
  );
});
afterAll(() => cluster.stop());

type Observed = (Deployment | ReplicaSet) & ApiObject;
const ACTORS = ["deployment-controller", "replicaset-controller", "kube-scheduler"] as const;

/** Actions of users on a deployment, and disturbances of the controllers. */
const DEED = fc.oneof(
  fc.record({ do: fc.constant("image" as const), tag: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant("pause" as const) }),
  fc.record({ do: fc.constant("resume" as const) }),
  fc.record({
    do: fc.constant("hold" as const),
    who: fc.constantFrom(...ACTORS),
    steps: fc.integer({ min: 0, max: 4 }),
  }),
);
type Deed = typeof DEED extends fc.Arbitrary<infer T> ? T : never;

const ROLLOUT = fc.record({
  replicas: fc.integer({ min: 1, max: 5 }),
  maxSurge: fc.integer({ min: 0, max: 3 }),
  maxUnavailable: fc.integer({ min: 0, max: 3 }),
  deeds: fc.array(DEED, { minLength: 1, maxLength: 6 }),
});

const steer = (method: string, path: string, body?: unknown) =>
  cluster.server.request(method, `/simulation/actors/${path}`, body === undefined ? {} : { body });
const isDone = ({ metadata, spec, status }: Deployment & ApiObject): boolean =>
  status?.observedGeneration === metadata.generation &&
  status?.replicas === spec?.replicas &&
  status?.updatedReplicas === spec?.replicas &&
  status?.availableReplicas === spec?.replicas;

async function act(name: string, deed: Deed): Promise<void> {
  const path = `apps/v1/deployments/${name}`;
  if (deed.do === "hold") {
    await steer("PUT", deed.who, { running: false });
    for (let step = 0; step < deed.steps; step++) await steer("POST", `${deed.who}/step`);
    await steer("PUT", deed.who, { running: true });
  } else if (deed.do === "image") {
    const containers = [{ name: "c", image: `registry.example/app:${deed.tag}` }];
    await cluster.patch(path, { spec: { template: { spec: { containers } } } });
  } else await cluster.patch(path, { spec: { paused: deed.do === "pause" ? true : null } });
}

it("a rollout never exceeds maxSurge or maxUnavailable, and completes", async () => {
  await fc.assert(
    fc.asyncProperty(ROLLOUT, async ({ replicas, maxSurge, maxUnavailable, deeds }) => {
      fc.pre(maxSurge + maxUnavailable > 0);
      count += 1;
      const name = `rollout-${count}`;
      const labels = { app: name };
      await cluster.make({
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: { name },
        spec: {
          replicas,
          strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge, maxUnavailable } },
          selector: { matchLabels: labels },
          template: {
            metadata: { labels },
            spec: {
              terminationGracePeriodSeconds: 0,
              containers: [{ name: "c", image: "registry.example/app:0" }],
            },
          },
        },
      });
      const path = `apps/v1/deployments/${name}`;
      const begun = await cluster.becomes<Deployment & ApiObject>(path, isDone);
      const since = `watch=1&labelSelector=app%3D${name}&resourceVersion=${begun.metadata.resourceVersion}`;
      const watch = await cluster.server.watch(`/apis/apps/v1/namespaces/default/replicasets?${since}`);
      const sets = new Map<string, ReplicaSet & ApiObject>();
      for (const set of await cluster.list<ReplicaSet & ApiObject>(`apps/v1/replicasets?labelSelector=app%3D${name}`)) {
        sets.set(set.metadata.name ?? "", set);
      }
      const broken: string[] = [];
      const watching = (async () => {
        for (let event = await watch.next(); event !== undefined; event = await watch.next()) {
          const set = event.object as unknown as Observed & ReplicaSet;
          sets.set(set.metadata.name ?? "", set);
          const wanted = sum([...sets.values()].map(({ spec }) => spec?.replicas ?? 0));
          const available = sum([...sets.values()].map(({ status }) => status?.availableReplicas ?? 0));
          if (wanted > replicas + maxSurge) broken.push(`${wanted} wanted of ${replicas} + ${maxSurge}`);
          if (available < replicas - maxUnavailable) broken.push(`${available} of ${replicas} - ${maxUnavailable}`);
        }
      })();
      for (const deed of deeds) await act(name, deed);
      await act(name, { do: "resume" });
      await cluster.becomes<Deployment & ApiObject>(path, isDone);
      watch.close();
      await watching;
      await cluster.remove(path, { propagationPolicy: "Background" });
      expect(broken).toEqual([]);
    }),
    { numRuns: 12 },
  );
}, 120_000);

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
