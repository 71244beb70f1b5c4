import type { CronJob as CronJobType, Job } from "kubernetes-types/batch/v1";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseCron } from "../../../../shared/cron/cronSchedule.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { behave, type Cluster, startLivingCluster } from "../testing/cluster.ts";
import { dueTime } from "./dueTime.ts";

type CronJob = CronJobType & ApiObject;
type JobObject = Job & ApiObject;

const TICK = "batch/v1/cronjobs/tick";
const START = Date.parse("2026-01-02T03:00:30Z");

let cluster: Cluster;
let ahead = 0;
beforeEach(async () => {
  const began = Date.now();
  ahead = 0;
  const now = (): number => START + (Date.now() - began) + ahead;
  cluster = await startLivingCluster(["cronjob-controller", "job-controller"], { now });
});
afterEach(() => cluster.stop());

async function make(
  spec: Record<string, unknown> = {},
  words: Record<string, string> = { "exit-after": "20ms" },
): Promise<void> {
  const template = {
    metadata: { annotations: behave(words) },
    spec: { restartPolicy: "Never", terminationGracePeriodSeconds: 1, containers: [{ name: "c", image: "app:1" }] },
  };
  await cluster.make({
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { name: "tick" },
    spec: { schedule: "* * * * *", jobTemplate: { metadata: { labels: { of: "tick" } }, spec: { template } }, ...spec },
  });
  await cluster.becomes<CronJob>(TICK, () => true);
}

/** Advances the time, and lets the controller reconcile. */
async function pass(milliseconds: number): Promise<void> {
  ahead += milliseconds;
  await cluster.patch(TICK, { metadata: { labels: { at: String(ahead) } } });
}
const jobs = (holds: (jobs: JobObject[]) => boolean): Promise<JobObject[]> =>
  cluster.become<JobObject>("batch/v1/jobs", holds);
const becomes = (holds: (cronJob: CronJob) => boolean): Promise<CronJob> => cluster.becomes<CronJob>(TICK, holds);

describe("CronJob controller", () => {
  it("does not touch another client's job that has the name of a scheduled job", async () => {
    await make({ suspend: true });
    const minute = Math.floor(START / 60_000) + 1;
    const template = { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "app:1" }] } };
    await cluster.make({
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: { name: `tick-${minute}` },
      spec: { suspend: true, template },
    });
    await cluster.patch(TICK, { spec: { suspend: false } });
    await pass(31_000);
    await pass(60_000);
    await jobs((all) => all.some(({ metadata }) => metadata.name === `tick-${minute + 1}`));
    expect((await cluster.events("tick")).filter((event) => event.includes(`tick-${minute}`))).toEqual([]);
  });

  it("starts a job at each scheduled time, emits an event for it, and records its outcome", async () => {
    await make();
    await pass(40_000);
    const [job] = await jobs(({ length }) => length === 1);
    expect(job?.metadata).toMatchObject({
      name: `tick-${Math.floor(Date.parse("2026-01-02T03:01:00Z") / 60_000)}`,
      labels: { of: "tick" },
      annotations: { "batch.kubernetes.io/cronjob-scheduled-timestamp": "2026-01-02T03:01:00Z" },
      ownerReferences: [{ kind: "CronJob", name: "tick", controller: true }],
    });
    const done = await becomes(({ status }) => status?.lastSuccessfulTime !== undefined && status.active === undefined);
    expect(done.status?.lastScheduleTime).toBe("2026-01-02T03:01:00Z");
    await cluster.recorded(
      "tick",
      `SuccessfulCreate: Created job ${job?.metadata.name}`,
      `SawCompletedJob: Saw completed job: ${job?.metadata.name}, condition: Complete`,
    );
  });

  it("records the scheduled time in the cron job's time zone and reports a schedule that never fires", async () => {
    await make({ timeZone: "Asia/Kolkata" });
    await pass(40_000);
    const [job] = await jobs(({ length }) => length === 1);
    const scheduled = "batch.kubernetes.io/cronjob-scheduled-timestamp";
    expect(job?.metadata.annotations?.[scheduled]).toBe("2026-01-02T08:31:00+05:30");
    await cluster.patch(TICK, { spec: { schedule: "0 0 31 2 *" } });
    await pass(0);
    const message = "time difference between two schedules is less than 1 second";
    await cluster.recorded("tick", `InvalidSchedule: invalid schedule: 0 0 31 2 * : ${message}`);
  });

  it("counts a released job as active until it is deleted, and reports that it is missing then", async () => {
    await make({ concurrencyPolicy: "Forbid" }, {});
    await pass(40_000);
    await becomes(({ status }) => status?.active?.length === 1);
    const [job] = await jobs(({ length }) => length === 1);
    const path = `batch/v1/jobs/${job?.metadata.name}`;
    await cluster.patch(path, { metadata: { ownerReferences: null } });
    await pass(60_000);
    await cluster.become<ApiObject>("v1/events", (events) =>
      events.some((event) => event["reason"] === "JobAlreadyActive"),
    );
    await cluster.remove(path, { propagationPolicy: "Background" });
    await pass(1);
    await cluster.recorded("tick", `MissingJob: Active job went missing: ${job?.metadata.name}`);
  });

  it("starts no second job while one runs if concurrencyPolicy is Forbid", async () => {
    await make({ concurrencyPolicy: "Forbid" }, {});
    await pass(40_000);
    await becomes(({ status }) => status?.active?.length === 1);
    await pass(60_000);
    await cluster.become<ApiObject>("v1/events", (events) =>
      events.some((event) => event["reason"] === "JobAlreadyActive"),
    );
    expect(await cluster.list("batch/v1/jobs")).toHaveLength(1);
  });

  it("replaces a running job with the next one if concurrencyPolicy is Replace", async () => {
    await make({ concurrencyPolicy: "Replace" }, {});
    await pass(40_000);
    // The controller replaces the jobs in its status, which it writes after it has created the job.
    await becomes(({ status }) => status?.active?.length === 1);
    const [first] = await jobs(({ length }) => length === 1);
    await pass(60_000);
    await jobs((all) => all.some(({ metadata }) => metadata.name !== first?.metadata.name));
    await cluster.recorded("tick", `SuccessfulDelete: Deleted job ${first?.metadata.name}`);
  });

  it("starts one job for all missed times, and none while suspended", async () => {
    await make({ suspend: true });
    await pass(600_000);
    await cluster.patch(TICK, { spec: { suspend: false } });
    await becomes(({ status }) => status?.lastScheduleTime !== undefined);
    expect(await cluster.list("batch/v1/jobs")).toHaveLength(1);
  });

  it("waits for the next time of a changed schedule and starts no job for earlier times", async () => {
    await make({ schedule: "0 0 1 1 *" });
    await pass(600_000);
    await cluster.patch(TICK, { spec: { schedule: "*/2 * * * *" } });
    // A second cron job, which is reconciled later, proves that the first one was.
    await cluster.make({
      apiVersion: "batch/v1",
      kind: "CronJob",
      metadata: { name: "other" },
      spec: {
        schedule: "* * * * *",
        jobTemplate: {
          spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "a" }] } } },
        },
      },
    });
    ahead += 60_000;
    await cluster.patch("batch/v1/cronjobs/other", { metadata: { labels: { at: "later" } } });
    const all = await jobs((each) => each.some(({ metadata }) => metadata.name?.startsWith("other-") === true));
    expect(all.filter(({ metadata }) => metadata.name?.startsWith("tick-"))).toEqual([]);
  });

  it("deletes a finished job immediately if the history limit is 0, without a completion event", async () => {
    await make({ successfulJobsHistoryLimit: 0 });
    await pass(40_000);
    const done = await becomes(({ status }) => status?.lastSuccessfulTime !== undefined && status.active === undefined);
    expect(done.status?.lastScheduleTime).toBe("2026-01-02T03:01:00Z");
    await cluster.recorded("tick", /^SuccessfulDelete: Deleted job tick-/);
    expect((await cluster.events("tick")).filter((event) => event.startsWith("SawCompletedJob"))).toEqual([]);
  });

  it("cleans up finished jobs while the cron job is being deleted", async () => {
    await make({ successfulJobsHistoryLimit: 3 });
    await pass(60_000);
    await jobs((all) => all.some(({ status }) => status?.completionTime !== undefined));
    await cluster.patch(TICK, { metadata: { finalizers: ["example.com/keep"] } });
    await cluster.remove(TICK);
    await cluster.patch(TICK, { spec: { successfulJobsHistoryLimit: 0 } });
    await jobs((all) => all.every(({ metadata }) => metadata.deletionTimestamp !== undefined));
  });

  it("keeps as many finished jobs as the history limits allow", async () => {
    await make({ successfulJobsHistoryLimit: 1 });
    for (let i = 0; i < 3; i++) {
      await pass(60_000);
      const at = ahead;
      await becomes(
        ({ status }) =>
          status?.active === undefined && Date.parse(status?.lastSuccessfulTime ?? "") >= START + at - 60_000,
      );
    }
    await jobs(({ length }) => length === 1);
  });
});

describe("dueTime", () => {
  const at = (text: string): number => Date.parse(`2026-01-01T${text}Z`);
  it.each<[string, string, string, string | undefined, boolean]>([
    ["* * * * *", "00:00:30", "00:00:50", undefined, false],
    ["* * * * *", "00:00:30", "00:01:00", "00:01:00", false],
    ["* * * * *", "00:00:30", "01:30:10", "01:30:00", false],
    ["* * * * *", "00:00:30", "03:00:00", "03:00:00", true],
    ["0,5 * * * *", "00:00:30", "05:59:00", "05:05:00", false],
    ["0 1,2 * * *", "00:00:30", "18:00:00", undefined, false],
  ])("due time of %s between %s and %s is %s", (schedule, earliest, now, latest, tooMany) => {
    const due = dueTime(parseCron(schedule), at(earliest), at(now));
    expect(due).toEqual({ latest: latest === undefined ? undefined : at(latest), tooMany });
  });
});
