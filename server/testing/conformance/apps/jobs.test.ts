import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiPlace, type Item, nextEvent } from "../apiPlace.ts";
import { condition, job } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { at } from "../shape.ts";

let cluster: ClusterUnderTest;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());

const JOBS = "batch/v1/jobs";
const BUSYBOX = "busybox:1.36.1";

const pods = (place: ApiPlace, name: string, holds: (items: Item[]) => boolean): Promise<Item[]> =>
  place.become(`v1/pods?labelSelector=job-name%3D${name}`, holds);
const completed = (place: ApiPlace, name: string, succeeded: number): Promise<Item> =>
  place.becomes(`${JOBS}/${name}`, { status: { succeeded, conditions: [condition("Complete")] } });
const running = (place: ApiPlace, name: string, count: number): Promise<Item[]> =>
  pods(place, name, (items) => items.filter((item) => at(item, "status.phase") === "Running").length === count);

test("[sig-apps] Job should run a job to completion when tasks sometimes fail and are locally restarted", async () => {
  const place = await cluster.namespace();
  // The container fails on its first start in a pod, and succeeds when it is restarted.
  const command = ["/bin/sh", "-c", "if [[ -r /data/foo ]] ; then exit 0 ; else touch /data/foo ; exit 1 ; fi"];
  const containers = [{ name: "c", image: BUSYBOX, command, volumeMounts: [{ mountPath: "/data", name: "data" }] }];
  const template = { spec: { restartPolicy: "OnFailure", volumes: [{ name: "data", emptyDir: {} }], containers } };
  await place.create(JOBS, job("local", { parallelism: 2, completions: 4, template }));
  await completed(place, "local", 4);
  const made = await pods(place, "local", (items) => items.length === 4);
  for (const item of made) {
    expect(at<number>(item, "status.containerStatuses.0.restartCount")).toBe(1);
    expect(item.metadata.ownerReferences).toMatchObject([{ kind: "Job", name: "local" }]);
  }
});

test("[sig-apps] Job should allow to use the pod failure policy on exit code to fail the job early", async () => {
  const place = await cluster.namespace();
  const rules = [{ action: "FailJob", onExitCodes: { operator: "In", values: [1] } }];
  await place.create(JOBS, job("early", { command: ["false"], backoffLimit: 6, podFailurePolicy: { rules } }));
  await place.becomes(`${JOBS}/early`, {
    status: {
      failed: 1,
      conditions: [
        condition("FailureTarget", "True", { reason: "PodFailurePolicy" }),
        condition("Failed", "True", { reason: "PodFailurePolicy" }),
      ],
    },
  });
});

test("[sig-apps] Job should allow to use a pod failure policy to ignore failure matching on DisruptionTarget condition", async () => {
  const place = await cluster.namespace();
  const rules = [{ action: "Ignore", onPodConditions: [{ type: "DisruptionTarget" }] }];
  // The first pod runs until it is evicted; a file that it left on its node makes the next one succeed.
  const command = ["/bin/sh", "-c", "if [[ -r /data/foo ]] ; then exit 0 ; else touch /data/foo ; sleep 1000000 ; fi"];
  const template = {
    spec: {
      nodeName: "node-1",
      restartPolicy: "Never",
      terminationGracePeriodSeconds: 1,
      volumes: [{ name: "data", hostPath: { path: "/tmp/evicted", type: "DirectoryOrCreate" } }],
      containers: [{ name: "c", image: BUSYBOX, command, volumeMounts: [{ mountPath: "/data", name: "data" }] }],
    },
  };
  await place.create(JOBS, job("evicted", { backoffLimit: 0, podFailurePolicy: { rules }, template }));
  const [first] = (await running(place, "evicted", 1)) as [Item];
  await place.create(`v1/pods/${first.metadata.name}/eviction`, {
    apiVersion: "policy/v1",
    kind: "Eviction",
    metadata: { name: first.metadata.name },
  });
  const done = await completed(place, "evicted", 1);
  expect(at<number | undefined>(done, "status.failed") ?? 0).toBe(0);
});

test("[sig-apps] Job should create pods for an Indexed job with completion indexes and specified hostname", async () => {
  const place = await cluster.namespace();
  await place.create(
    JOBS,
    job("indexed", { command: ["true"], parallelism: 2, completions: 4, completionMode: "Indexed" }),
  );
  const done = await completed(place, "indexed", 4);
  expect(at(done, "status.completedIndexes")).toBe("0-3");
  const made = await pods(place, "indexed", (items) => items.length >= 4);
  const index = (item: Item): string => item.metadata.annotations?.["batch.kubernetes.io/job-completion-index"] ?? "";
  expect(made.map(index).sort()).toEqual(["0", "1", "2", "3"]);
  for (const item of made) {
    expect(at(item, "spec.hostname")).toBe(`indexed-${index(item)}`);
    expect(at<object[]>(item, "spec.containers.0.env")).toMatchObject([{ name: "JOB_COMPLETION_INDEX" }]);
  }
});

test("[sig-apps] Job should delete a job", async () => {
  const place = await cluster.namespace();
  await place.create(JOBS, job("foo", { parallelism: 2, completions: 4 }));
  await running(place, "foo", 2);
  await place.remove(`${JOBS}/foo`, { propagationPolicy: "Foreground" });
  await place.gone(`${JOBS}/foo`);
  expect(await place.list("v1/pods")).toEqual([]);
});

test("[sig-apps] Job should adopt matching orphans and release non-matching pods", async () => {
  const place = await cluster.namespace();
  const { metadata } = await place.create(JOBS, job("adopt", { parallelism: 2, completions: 4 }));
  const [first] = (await running(place, "adopt", 2)) as [Item];
  const reference = `v1/pods/${first.metadata.name}`;
  await place.patch(reference, { metadata: { ownerReferences: null } });
  await place.becomes(reference, { metadata: { ownerReferences: [{ uid: metadata.uid, controller: true }] } });
  await place.patch(reference, { metadata: { labels: null } });
  await place.becomes(reference, {
    metadata: { ownerReferences: (owners: unknown[] | undefined) => (owners ?? []).length === 0 },
  });
});

test("[sig-apps] Job should apply changes to a job status", async () => {
  const place = await cluster.namespace();
  await place.create(JOBS, job("status", { parallelism: 2, completions: 4, backoffLimit: 6 }));
  await running(place, "status", 2);
  const started = "2026-01-01T00:00:00Z";
  const patched = await place.patch(`${JOBS}/status/status`, {
    metadata: { annotations: { patchedstatus: "true" } },
    status: { conditions: [condition("Custom", "True", { lastTransitionTime: started })] },
  });
  expect(patched).toMatchObject({
    metadata: { annotations: { patchedstatus: "true" } },
    status: { conditions: [{ type: "Custom" }] },
  });
  const updated = await place.update(`${JOBS}/status/status`, (object) => ({
    ...object,
    status: {
      ...(object["status"] as object),
      conditions: [condition("Custom", "False", { lastTransitionTime: started })],
    },
  }));
  expect(updated).toMatchObject({ status: { conditions: [{ type: "Custom", status: "False" }] } });
  expect(await place.get(`${JOBS}/status/status`)).toMatchObject({ kind: "Job", status: { active: 2 } });
});

test("[sig-apps] Job should manage the lifecycle of a job", async () => {
  const place = await cluster.namespace();
  const selected = `${JOBS}?labelSelector=e2e-job-label%3Dlife`;
  const body = job("life", { command: ["true"], suspend: true, parallelism: 1, completions: 1 });
  await place.create(JOBS, { ...body, metadata: { ...body.metadata, labels: { "e2e-job-label": "life" } } });
  const watch = await place.watch(`${selected}&resourceVersion=0`);
  await place.becomes(`${JOBS}/life`, { status: { conditions: [condition("Suspended")] } });
  await place.patch(`${JOBS}/life`, { metadata: { labels: { life: "patched" } } });
  await nextEvent(watch, "MODIFIED", { metadata: { labels: { life: "patched" } } });
  await place.update(`${JOBS}/life`, (object) => ({
    ...object,
    metadata: { ...object.metadata, annotations: { updated: "true" } },
    spec: { ...(object["spec"] as object), suspend: false },
  }));
  await nextEvent(watch, "MODIFIED", { metadata: { annotations: { updated: "true" } } });
  await completed(place, "life", 1);
  expect(await cluster.whole.list(selected)).toHaveLength(1);
  await place.remove(`${selected}`, { propagationPolicy: "Background" });
  await nextEvent(watch, "DELETED", { metadata: { name: "life" } });
  watch.close();
  await pods(place, "life", (items) => items.length === 0);
});
