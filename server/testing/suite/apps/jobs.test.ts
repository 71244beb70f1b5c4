import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ApiPlace, Item } from "../../conformance/apiPlace.ts";
import { job, jobTemplate } from "../../conformance/bodies.ts";
import { type ClusterUnderTest, sandboxPasses, startClusterUnderTest } from "../../conformance/clusterUnderTest.ts";
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

const JOB = "batch/v1/jobs/j";
const sh = (text: string): string[] => ["sh", "-c", text];
const make = (spec: { command?: string[]; [field: string]: unknown }): Promise<Item> =>
  place.create("batch/v1/jobs", job("j", spec));
const ends = (type: "Complete" | "Failed", reason?: string): Promise<Item> =>
  place.becomes(JOB, {
    status: { conditions: [{ type, status: "True", ...(reason === undefined ? {} : { reason }) }] },
  });
const status = (item: Item) => at<Record<string, unknown>>(item, "status");
const pods = () => place.list("v1/pods");
const INDEXED = { completionMode: "Indexed" };

describe("[sig-apps] Job", () => {
  test("should run a job to completion when tasks sometimes fail and are locally restarted, or not", async () => {
    const restarts = {
      spec: {
        restartPolicy: "OnFailure",
        terminationGracePeriodSeconds: 1,
        volumes: [{ name: "data", emptyDir: {} }],
        containers: [
          {
            name: "c",
            image: "busybox:1.37",
            command: sh("if [ -e /data/x ]; then exit 0; else touch /data/x; exit 1; fi"),
            volumeMounts: [{ name: "data", mountPath: "/data" }],
          },
        ],
      },
    };
    await make({ completions: 4, parallelism: 2, backoffLimit: 6 * 4, template: restarts });
    expect(status(await ends("Complete"))).toMatchObject({ succeeded: 4 });
    expect((await pods()).some((pod) => at<number>(pod, "status.containerStatuses.0.restartCount") > 0)).toBe(true);
    // Every other attempt fails.
    const command = sh("exit $(( $(echo $HOSTNAME | cksum | cut -d' ' -f1) % 2 ))");
    await place.create("batch/v1/jobs", job("k", { completions: 3, parallelism: 3, backoffLimit: 100, command }));
    await place.becomes("batch/v1/jobs/k", { status: { conditions: [{ type: "Complete", status: "True" }] } });
  });

  test("should not create pods when created in suspend state, delete them when suspended, and run to completion", async () => {
    await make({ parallelism: 2, completions: 2, suspend: true, command: sh("sleep 15") });
    await place.becomes(JOB, { status: { conditions: [{ type: "Suspended", status: "True" }] } });
    expect(await pods()).toEqual([]);
    await place.patch(JOB, { spec: { suspend: false } });
    await place.becomes(JOB, { status: { active: 2, ready: 2 } });
    await place.patch(JOB, { spec: { suspend: true } });
    await place.become("v1/pods", (items) => items.length === 0);
    await place.becomes(JOB, {
      status: { conditions: [{ type: "Suspended", status: "True", reason: "JobSuspended" }] },
    });
    await place.patch(JOB, { spec: { suspend: false } });
    await ends("Complete");
  });

  test("should recreate pods only after they have failed if pod replacement policy is set to Failed", async () => {
    await make({
      podReplacementPolicy: "Failed",
      parallelism: 1,
      completions: 1,
      template: jobTemplate(sh("trap 'sleep 10; exit 1' TERM; while true; do sleep 1; done"), {
        terminationGracePeriodSeconds: 60,
      }),
    });
    await place.becomes(JOB, { status: { ready: 1 } });
    const [first] = await pods();
    await place.remove(`v1/pods/${first?.metadata.name}`);
    await place.becomes(JOB, { status: { terminating: 1, active: (count: unknown) => !count } });
    expect((await pods()).map(({ metadata }) => metadata.name)).toEqual([first?.metadata.name]);
    await place.becomes(JOB, { status: { active: 1, terminating: 0, failed: 1 } });
  });

  test("should fail when exceeds active deadline, or its backoffLimit", async () => {
    await make({ activeDeadlineSeconds: 3, command: sh("sleep 1000") });
    await ends("Failed", "DeadlineExceeded");
    await place.become("v1/pods", (items) => items.length === 0);
    await place.create("batch/v1/jobs", job("limit", { backoffLimit: 1, command: sh("exit 1") }));
    const failed = await place.becomes("batch/v1/jobs/limit", {
      status: { conditions: [{ type: "Failed", reason: "BackoffLimitExceeded" }] },
    });
    expect(status(failed)).toMatchObject({ failed: 2 });
  });

  test("should allow to use the pod failure policy to ignore failures, on exit codes and on DisruptionTarget", async () => {
    const command = sh("if [ $JOB_COMPLETION_INDEX = 0 ]; then sleep 60; else exit 0; fi");
    const rules = [{ action: "Ignore", onPodConditions: [{ type: "DisruptionTarget", status: "True" }] }];
    await make({ ...INDEXED, completions: 2, parallelism: 2, backoffLimit: 0, podFailurePolicy: { rules }, command });
    const [victim] = await place.become("v1/pods", (items) =>
      items.some((pod) => pod.metadata.name.startsWith("j-0") && at(pod, "status.phase") === "Running"),
    );
    const name =
      (await pods()).find((pod) => pod.metadata.name.startsWith("j-0"))?.metadata.name ?? victim?.metadata.name;
    const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name } };
    expect((await place.send("POST", `v1/pods/${name}/eviction`, { body: eviction })).status).toBe(201);
    await ends("Complete");
    expect(status(await place.get(JOB))["failed"] ?? 0).toBe(0);
  });

  test("should mark indexes as failed when the FailIndex action is matched in podFailurePolicy", async () => {
    const rules = [{ action: "FailIndex", onExitCodes: { operator: "In", values: [42] } }];
    await make({
      ...INDEXED,
      completions: 2,
      parallelism: 2,
      backoffLimitPerIndex: 1,
      podFailurePolicy: { rules },
      command: sh("exit $((JOB_COMPLETION_INDEX * 42))"),
    });
    const failed = await ends("Failed", "FailedIndexes");
    expect(status(failed)).toMatchObject({ failedIndexes: "1", completedIndexes: "0", failed: 1, succeeded: 1 });
  });

  test("should terminate job execution when the number of failed indexes exceeds maxFailedIndexes", async () => {
    await make({
      ...INDEXED,
      completions: 4,
      parallelism: 1,
      backoffLimitPerIndex: 0,
      maxFailedIndexes: 1,
      command: sh("exit 1"),
    });
    expect(status(await ends("Failed", "MaxFailedIndexesExceeded"))).toMatchObject({ failedIndexes: "0,1", failed: 2 });
  });

  test("should execute all indexes despite some failing when using backoffLimitPerIndex", async () => {
    await make({
      ...INDEXED,
      completions: 4,
      parallelism: 2,
      backoffLimitPerIndex: 1,
      command: sh("exit $((JOB_COMPLETION_INDEX % 2))"),
    });
    expect(status(await ends("Failed", "FailedIndexes"))).toMatchObject({
      failedIndexes: "1,3",
      completedIndexes: "0,2",
      failed: 4,
      succeeded: 2,
    });
  });

  test("with successPolicy should succeed when all indexes succeeded, by its rules", async () => {
    const policy = (rule: object) => ({ ...INDEXED, completions: 5, parallelism: 2, successPolicy: { rules: [rule] } });
    await make({ ...policy({ succeededCount: 5 }), command: sh("exit 0") });
    await ends("Complete", "SuccessPolicy");
    const indexes = {
      ...policy({ succeededIndexes: "0-1" }),
      command: sh("if [ $JOB_COMPLETION_INDEX -lt 2 ]; then exit 0; else sleep 1000; fi"),
      parallelism: 5,
    };
    await place.create("batch/v1/jobs", job("indexes", indexes));
    const done = await place.becomes("batch/v1/jobs/indexes", {
      status: { conditions: [{ type: "SuccessCriteriaMet" }, { type: "Complete" }], completedIndexes: "0,1" },
    });
    expect(status(done)).toMatchObject({ succeeded: 2, terminating: 0, ready: 0 });
    const count = {
      ...policy({ succeededIndexes: "0-4", succeededCount: 1 }),
      command: sh("if [ $JOB_COMPLETION_INDEX = 0 ]; then exit 0; else sleep 1000; fi"),
      parallelism: 5,
    };
    await place.create("batch/v1/jobs", job("count", count));
    await place.becomes("batch/v1/jobs/count", {
      status: { conditions: [{ type: "Complete", reason: "SuccessPolicy" }], completedIndexes: "0" },
    });
  });

  test("should allow to delegate reconciliation to external controller", async () => {
    await make({ parallelism: 2, completions: 4, managedBy: "k8s.io/e2e-job-controller", command: sh("exit 0") });
    await sandboxPasses(cluster.server, 10);
    expect(await pods()).toEqual([]);
    expect(status(await place.get(JOB)) ?? {}).toEqual({});
  });

  test("should adopt matching orphans and release non-matching pods", async () => {
    await make({ parallelism: 2, completions: 2, command: sh("sleep 1000") });
    await place.becomes(JOB, { status: { ready: 2 } });
    const [pod] = await pods();
    const path = `v1/pods/${pod?.metadata.name}`;
    await place.patch(path, { metadata: { ownerReferences: null } });
    await place.becomes(path, {
      metadata: { ownerReferences: (owners: unknown) => Array.isArray(owners) && owners.length === 1 },
    });
    await place.patch(path, { metadata: { labels: null } });
    await place.becomes(path, { metadata: { ownerReferences: undefined } });
  });

  test("should update the status ready field, and remove pods when job is deleted", async () => {
    await make({ parallelism: 3, completions: 3, command: sh("sleep 1000") });
    await place.becomes(JOB, { status: { ready: 3, active: 3 } });
    await place.patch(JOB, { spec: { parallelism: 0 } });
    await place.becomes(JOB, { status: { ready: 0, terminating: 0 } });
    await place.patch(JOB, { spec: { parallelism: 2 } });
    await place.becomes(JOB, { status: { ready: 2 } });
    await place.remove(JOB, { propagationPolicy: "Foreground" });
    await place.gone(JOB);
    expect(await pods()).toEqual([]);
  });
});

describe("[sig-apps] CronJob", () => {
  const atSpeed = (speed: number) =>
    cluster.server.request("PUT", "/simulation/time", { body: { running: true, speed } });
  const cron = (spec: object) =>
    place.create("batch/v1/cronjobs", {
      metadata: { name: "c" },
      spec: { schedule: "*/1 * * * *", jobTemplate: { spec: job("", { command: sh("sleep 300") }).spec }, ...spec },
    });

  test("should remove from active list jobs that have been deleted, and replace jobs when ReplaceConcurrent", async () => {
    await atSpeed(60);
    await cron({ concurrencyPolicy: "Replace" });
    const [first] = await place.become("batch/v1/jobs", (jobs) => jobs.length === 1);
    await place.become("batch/v1/jobs", (jobs) => jobs.length === 1 && jobs[0]?.metadata.uid !== first?.metadata.uid);
    // The next minute is far away now: nothing replaces the job that is about to be deleted.
    await atSpeed(1);
    await place.patch("batch/v1/cronjobs/c", { spec: { suspend: true } });
    await place.becomes("batch/v1/cronjobs/c", {
      status: { active: (list: unknown) => Array.isArray(list) && list.length === 1 },
    });
    await place.send("DELETE", "batch/v1/jobs?propagationPolicy=Background");
    await place.become("batch/v1/cronjobs", (items) => items.every((each) => at(each, "status.active") === undefined));
  });

  test("should not emit unexpected warnings, and delete successful and failed finished jobs with limit of one", async () => {
    const template = (command: string[]) => ({
      jobTemplate: { spec: { ...job("", { command }).spec, backoffLimit: 0 } },
    });
    await atSpeed(60);
    await cron({ successfulJobsHistoryLimit: 1, failedJobsHistoryLimit: 1, ...template(sh("exit 0")) });
    const [first] = await place.become("batch/v1/jobs", (jobs) =>
      jobs.some((each) => at(each, "status.succeeded") === 1),
    );
    await place.become(
      "batch/v1/jobs",
      (jobs) =>
        jobs.some((each) => at(each, "status.succeeded") === 1) &&
        jobs.every(({ metadata }) => metadata.uid !== first?.metadata.uid),
    );
    const events = await place.list("v1/events");
    expect(events.filter((event) => ["MissingJob", "UnexpectedJob"].includes(String(event["reason"])))).toEqual([]);
  });
});
