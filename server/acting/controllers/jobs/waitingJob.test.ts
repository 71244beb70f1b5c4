import type { Job } from "kubernetes-types/batch/v1";
import type { Pod } from "kubernetes-types/core/v1";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { type Cluster, startCluster } from "../testing/cluster.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(["job-controller"]);
});
afterAll(() => cluster.stop());

it("applies the backoff before replacing a failed pod, even if the pod was deleted meanwhile", async () => {
  const spec = { restartPolicy: "Never", containers: [{ name: "c", image: "app:1" }] };
  await cluster.make({
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: "waits" },
    spec: { completions: 4, parallelism: 2, template: { spec } },
  } as unknown as ApiObject);
  const pods = await cluster.become<Pod & ApiObject>("v1/pods", (all) => all.length === 2);
  await cluster.runPods();
  await cluster.becomes<Job & ApiObject>("batch/v1/jobs/waits", ({ status }) => status?.ready === 2);
  const path = `v1/pods/${pods[0]?.metadata.name}`;
  await cluster.patch(`${path}/status`, {
    status: {
      phase: "Failed",
      conditions: [{ type: "Ready", status: "False", lastTransitionTime: new Date().toISOString() }],
    },
  });
  const waits = ({ status }: Job): boolean => status?.failed === 1 && status.active === 1;
  const job = await cluster.becomes<Job & ApiObject>("batch/v1/jobs/waits", waits);
  expect(job.status?.ready).toBe(1);
  await cluster.remove(path, { gracePeriodSeconds: 0 });
  await cluster.become("v1/pods", (all) => all.length === 1);
  // A change of the job starts another round, in which the failed pod is no longer present.
  await cluster.patch("batch/v1/jobs/waits", { spec: { parallelism: 3 } });
  const [one] = await cluster.list<Pod & ApiObject>("v1/pods");
  await cluster.patch(`v1/pods/${one?.metadata.name}/status`, {
    status: { conditions: [{ type: "Ready", status: "False", lastTransitionTime: new Date().toISOString() }] },
  });
  await cluster.becomes<Job & ApiObject>("batch/v1/jobs/waits", ({ status }) => status?.ready === 0);
  expect(await cluster.list("v1/pods")).toHaveLength(1);
});

it("batches pods that finish shortly after one another", async () => {
  await cluster.enterFresh();
  const spec = { restartPolicy: "Never", containers: [{ name: "c", image: "app:1" }] };
  await cluster.make({
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: "together" },
    spec: { completions: 8, parallelism: 8, template: { spec } },
  } as unknown as ApiObject);
  const pods = await cluster.become<Pod & ApiObject>("v1/pods", (all) => all.length === 8);
  await cluster.runPods();
  await cluster.becomes<Job & ApiObject>("batch/v1/jobs/together", ({ status }) => status?.ready === 8);
  const changes = await cluster.server.watch(`${cluster.url("batch/v1/jobs")}?watch=1`);
  for (const { metadata } of pods) {
    await cluster.patch(`v1/pods/${metadata.name}/status`, { status: { phase: "Succeeded" } });
    await cluster.list("v1/events");
  }
  const counts = new Set<number>();
  while (!counts.has(8)) {
    const job = (await changes.next())?.object as unknown as Job;
    counts.add(job.status?.succeeded ?? 0);
  }
  changes.close();
  expect(counts.size).toBeLessThan(4);
});

it("counts no pod as active while it waits, with the reference's quirks", async () => {
  const reference = await startCluster(["job-controller"], { referenceQuirks: true });
  try {
    const spec = { restartPolicy: "Never", containers: [{ name: "c", image: "app:1" }] };
    await reference.make({
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: { name: "waits" },
      spec: { completions: 2, parallelism: 2, template: { spec } },
    } as unknown as ApiObject);
    const pods = await reference.become<Pod & ApiObject>("v1/pods", (all) => all.length === 2);
    await reference.patch(`v1/pods/${pods[0]?.metadata.name}/status`, { status: { phase: "Failed" } });
    const counted = ({ status }: Job): boolean => status?.failed === 1;
    const job = await reference.becomes<Job & ApiObject>("batch/v1/jobs/waits", counted);
    // If the other pod were ready, the server would refuse this status.
    expect(job.status?.active).toBeUndefined();
    expect(await reference.list("v1/pods")).toHaveLength(2);
  } finally {
    await reference.stop();
  }
});
