import type { Job as JobType } from "kubernetes-types/batch/v1";
import type { Pod } from "kubernetes-types/core/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { behave, type Cluster, startLivingCluster } from "../testing/cluster.ts";

type Job = JobType & ApiObject;
type PodObject = Pod & ApiObject;

const INDEX = "batch.kubernetes.io/job-completion-index";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startLivingCluster([
    "job-controller",
    "ttl-after-finished-controller",
    "garbage-collector-controller",
  ]);
});
afterAll(() => cluster.stop());

async function make(
  name: string,
  spec: Record<string, unknown>,
  words: Record<string, string> = { "exit-after": "20ms" },
) {
  const template = {
    metadata: { labels: { of: name }, annotations: behave(words) },
    spec: { restartPolicy: "Never", terminationGracePeriodSeconds: 1, containers: [{ name: "c", image: "app:1" }] },
  };
  return cluster.make<Job>({ apiVersion: "batch/v1", kind: "Job", metadata: { name }, spec: { template, ...spec } });
}

const becomes = (name: string, holds: (job: Job) => boolean): Promise<Job> =>
  cluster.becomes<Job>(`batch/v1/jobs/${name}`, holds);
const isTrue = ({ status }: Job, type: string): boolean =>
  (status?.conditions ?? []).some((condition) => condition.type === type && condition.status === "True");
const conditions = ({ status }: Job): string[] =>
  (status?.conditions ?? []).map(({ type, status: truth, reason }) => `${type} ${truth} ${reason}`).sort();
const podsOf = async (name: string): Promise<PodObject[]> =>
  (await cluster.list<PodObject>("v1/pods")).filter(({ metadata }) => metadata.labels?.["of"] === name);

describe("Job controller", () => {
  it("runs pods until the requested completions succeed and counts each pod once", async () => {
    await make("once", { completions: 3, parallelism: 2 });
    const job = await becomes("once", (each) => isTrue(each, "Complete"));
    expect(job.status).toMatchObject({ succeeded: 3, uncountedTerminatedPods: {}, ready: 0 });
    expect(conditions(job)).toEqual(["Complete True CompletionsReached", "SuccessCriteriaMet True CompletionsReached"]);
    const pods = await podsOf("once");
    expect(pods).toHaveLength(3);
    for (const { metadata } of pods) expect(metadata.finalizers).toBeUndefined();
    await cluster.recorded("once", "Completed: Job completed");
  });

  it("assigns completion indexes to the pods of an indexed job", async () => {
    await make("idx", { completions: 4, parallelism: 4, completionMode: "Indexed" });
    const job = await becomes("idx", (each) => isTrue(each, "Complete"));
    expect(job.status?.completedIndexes).toBe("0-3");
    const pods = await podsOf("idx");
    expect(pods.map(({ metadata }) => metadata.annotations?.[INDEX]).sort()).toEqual(["0", "1", "2", "3"]);
    for (const { metadata, spec } of pods) {
      expect(spec?.hostname).toBe(`idx-${metadata.annotations?.[INDEX]}`);
      expect(spec?.containers[0]?.env?.map(({ name }) => name)).toContain("JOB_COMPLETION_INDEX");
    }
  });

  it("fails when the backoff limit is exceeded", async () => {
    await make("none", { backoffLimit: 0 }, { "exit-code": "1" });
    const job = await becomes("none", (each) => isTrue(each, "Failed"));
    expect(conditions(job)).toEqual(["Failed True BackoffLimitExceeded", "FailureTarget True BackoffLimitExceeded"]);
    expect(job.status?.failed).toBe(1);
    await cluster.recorded("none", "BackoffLimitExceeded: Job has reached the specified backoff limit");
  });

  it("fails the job or ignores the failure according to the pod failure policy", async () => {
    const rule = (action: string, values: number[]) => ({ action, onExitCodes: { operator: "In", values } });
    await make("policy", { podFailurePolicy: { rules: [rule("FailJob", [42])] } }, { "exit-code": "42" });
    const job = await becomes("policy", (each) => isTrue(each, "Failed"));
    const failed = job.status?.conditions?.find(({ type }) => type === "Failed");
    expect(failed).toMatchObject({ reason: "PodFailurePolicy" });
    expect(failed?.message).toMatch(
      /^Container c for pod default\/policy-\S+ failed with exit code 42 matching FailJob rule at index 0$/,
    );
    await make(
      "ignored",
      { backoffLimit: 0, podFailurePolicy: { rules: [rule("Ignore", [7])] } },
      { "exit-code": "7" },
    );
    await cluster.become("v1/pods", (pods) =>
      pods.some(
        ({ metadata, ...rest }) =>
          metadata.labels?.["of"] === "ignored" && (rest as PodObject).status?.phase === "Failed",
      ),
    );
    expect(isTrue(await becomes("ignored", ({ status }) => status !== undefined), "Failed")).toBe(false);
  });

  it("fails and deletes its pods when the active deadline is exceeded", async () => {
    await make("slow", { activeDeadlineSeconds: 1 }, {});
    const job = await becomes("slow", (each) => isTrue(each, "Failed"));
    expect(conditions(job)).toEqual(["Failed True DeadlineExceeded", "FailureTarget True DeadlineExceeded"]);
    await cluster.become<PodObject>("v1/pods", (pods) =>
      pods.every(({ metadata }) => metadata.labels?.["of"] !== "slow"),
    );
  });

  it("deletes its pods while suspended and restarts when resumed", async () => {
    await make("later", { suspend: true });
    const resting = await becomes("later", (each) => isTrue(each, "Suspended"));
    expect(resting.status?.startTime).toBeUndefined();
    expect(await podsOf("later")).toEqual([]);
    await cluster.patch("batch/v1/jobs/later", { spec: { suspend: false } });
    const done = await becomes("later", (each) => isTrue(each, "Complete"));
    expect(conditions(done)).toContain("Suspended False JobResumed");
    await cluster.recorded("later", "Suspended: Job suspended", "Resumed: Job resumed");
  });

  it("keeps its start time while suspended and does not count the deleted pods as failed", async () => {
    await make("paused", { parallelism: 2 }, {});
    const running = await becomes("paused", ({ status }) => status?.active === 2 && status.ready === 2);
    await cluster.patch("batch/v1/jobs/paused", { spec: { suspend: true } });
    await cluster.become<PodObject>("v1/pods", (pods) =>
      pods.every(({ metadata }) => metadata.labels?.["of"] !== "paused"),
    );
    const resting = await becomes("paused", ({ status }) => {
      const { active, terminating } = status as { active?: number; terminating?: number };
      return active === undefined && terminating === 0;
    });
    expect(resting.status?.startTime).toBe(running.status?.startTime);
    expect(resting.status?.failed).toBeUndefined();
  });

  it("completes while suspended once no work remains", async () => {
    await make("nothing", { completions: 1, parallelism: 1, completionMode: "Indexed" }, {});
    await becomes("nothing", ({ status }) => status?.ready === 1);
    await cluster.patch("batch/v1/jobs/nothing", { spec: { suspend: true, completions: 0, parallelism: 0 } });
    const job = await becomes("nothing", (each) => isTrue(each, "Complete"));
    expect(isTrue(job, "Suspended")).toBe(false);
  });

  it("removes its finalizer from pods without a controller", async () => {
    const finalizer = "batch.kubernetes.io/job-tracking";
    const [{ spec } = {}] = await podsOf("idx");
    await cluster.make({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "stray", finalizers: [finalizer] },
      spec: { restartPolicy: "Never", containers: [{ name: "c", image: spec?.containers[0]?.image }] },
    } as ApiObject);
    await cluster.becomes<PodObject>("v1/pods/stray", ({ metadata }) => metadata.finalizers === undefined);
  });

  it("does not count pods as failed that are deleted after the success policy is met", async () => {
    const successPolicy = { rules: [{ succeededIndexes: "0-2", succeededCount: 1 }] };
    const spec = { completions: 3, parallelism: 3, completionMode: "Indexed", successPolicy };
    await cluster.make<Job>({
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: { name: "enough" },
      spec: {
        ...spec,
        template: {
          metadata: { labels: { of: "enough" } },
          spec: {
            restartPolicy: "Never",
            terminationGracePeriodSeconds: 1,
            containers: [
              { name: "c", image: "busybox:1", command: ["sh", "-c", "test $JOB_COMPLETION_INDEX = 1 || sleep 100"] },
            ],
          },
        },
      },
    });
    const job = await becomes("enough", (each) => isTrue(each, "Complete"));
    expect(conditions(job)).toEqual(["Complete True SuccessPolicy", "SuccessCriteriaMet True SuccessPolicy"]);
    expect(job.status).toMatchObject({ completedIndexes: "1", succeeded: 1 });
    expect(job.status?.failed).toBeUndefined();
  });

  it("drops the indexes beyond its completions when scaled down", async () => {
    const spec = { completions: 3, parallelism: 3, completionMode: "Indexed" };
    await make("elastic", spec, {});
    await becomes("elastic", ({ status }) => status?.ready === 3);
    await cluster.patch("batch/v1/jobs/elastic", { spec: { completions: 1, parallelism: 1 } });
    const left = await cluster.become<PodObject>("v1/pods", (pods) => {
      const own = pods.filter(({ metadata }) => metadata.labels?.["of"] === "elastic");
      return own.length === 1;
    });
    const own = left.filter(({ metadata }) => metadata.labels?.["of"] === "elastic");
    expect(own.map(({ metadata }) => metadata.annotations?.[INDEX])).toEqual(["0"]);
    const job = await becomes("elastic", ({ status }) => status?.active === 1);
    expect(job.status?.failed).toBeUndefined();
  });

  it("writes its status even if its pods are rejected", async () => {
    const account = { serviceAccountName: "missing" };
    const template = {
      metadata: { labels: { of: "refused" } },
      spec: { ...account, restartPolicy: "Never", containers: [{ name: "c", image: "app:1" }] },
    };
    await make("refused", { template });
    const job = await becomes("refused", ({ status }) => status?.startTime !== undefined);
    expect(job.status).toMatchObject({ ready: 0, terminating: 0, uncountedTerminatedPods: {} });
    const refusal = /^FailedCreate: Error creating: pods "refused-\S*" is forbidden: /;
    for (const event of await cluster.recorded("refused", refusal)) expect(event).toMatch(refusal);
  });

  it("fails single indexes, and the job when too many indexes fail", async () => {
    const spec = { completions: 2, parallelism: 2, completionMode: "Indexed", backoffLimitPerIndex: 0 };
    await make("each", spec, { "exit-code": "1" });
    const job = await becomes("each", (one) => isTrue(one, "Failed"));
    expect(conditions(job)).toEqual(["Failed True FailedIndexes", "FailureTarget True FailedIndexes"]);
    expect((job.status as { failedIndexes?: string }).failedIndexes).toBe("0,1");
  });

  it("is deleted when its TTL after finishing expires", async () => {
    await make("brief", { ttlSecondsAfterFinished: 0 });
    await cluster.become<Job>("batch/v1/jobs", (jobs) => jobs.every(({ metadata }) => metadata.name !== "brief"));
  });

  it("stays after its TTL while nothing says when it ended", async () => {
    const spec = { ttlSecondsAfterFinished: 0, managedBy: "example.com/jobs" };
    const end = async (name: string, time: object): Promise<void> => {
      await make(name, spec);
      const conditions = ["FailureTarget", "Failed"].map((type) => ({ type, status: "True", ...time }));
      const status = { startTime: "2026-01-01T00:00:00Z", conditions };
      await cluster.patch(`batch/v1/jobs/${name}/status`, { status });
    };
    await end("timeless", {});
    await end("timed", { lastTransitionTime: "2026-01-01T00:00:00Z" });
    await cluster.become<Job>("batch/v1/jobs", (jobs) => jobs.every(({ metadata }) => metadata.name !== "timed"));
    const { metadata } = (await cluster.get<Job>("batch/v1/jobs/timeless")) ?? {};
    expect([metadata?.name, metadata?.deletionTimestamp]).toEqual(["timeless", undefined]);
  });
});
