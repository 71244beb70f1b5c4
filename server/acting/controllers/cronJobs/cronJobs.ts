import type { CronJobSpec, CronJobStatus } from "kubernetes-types/batch/v1";
import type { ObjectReference } from "kubernetes-types/core/v1";
import { type CronSchedule, parseCron } from "../../../../shared/cron/cronSchedule.ts";
import { nextTime, zonedTimestamp } from "../../../../shared/cron/cronTimes.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { timestamp } from "../../../../shared/time.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { milliseconds } from "../../../ground/timing/milliseconds.ts";
import type { ObjectChange } from "../../../store/cache/reader.ts";
import { splitKey } from "../../informers/objectKey.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { ignoring } from "../ignoring.ts";
import { conditionOf, hasEnded, type Job } from "../jobs/kinds.ts";
import { controlledBy, controllerUid } from "../pods/ownership.ts";
import { isNamespaceTerminating } from "../pods/podControl.ts";
import { ownersOf } from "../pods/podKeys.ts";
import { timeOf } from "../pods/podState.ts";
import { dueTime } from "./dueTime.ts";
import { readSchedule } from "./readSchedule.ts";

/** A stored cron job. */
export interface CronJob extends ApiObject {
  readonly spec: CronJobSpec & { readonly timeZone?: string };
  readonly status?: CronJobStatus;
}

/** Milliseconds by which a round is scheduled after its time, so that the time has certainly come. */
const SCHEDULE_DELTA = 100;

/** Creates jobs at the times of their schedules. */
export function cronJobController(parts: InformedParts): RunningController {
  const { client, informers, recorder, vocabulary, now } = parts;
  const group = vocabulary.render("batch");
  const ownerRef = { group, version: "v1", resource: "cronjobs", kind: "CronJob" };
  const jobsRef = { group, version: "v1", resource: "jobs" };
  const cronJobs = informers.of(ownerRef);
  const jobs = informers.of(jobsRef);
  const scheduledAnnotation = vocabulary.render("batch.{labelDomain}/cronjob-scheduled-timestamp");

  const deleteJob = async (owner: CronJob, { metadata }: ApiObject): Promise<void> => {
    const { namespace, name = "" } = metadata;
    try {
      await ignoring(["NotFound"], client.delete({ ...jobsRef, namespace, name }, { propagationPolicy: "Background" }));
    } catch (error) {
      recorder.record(owner, "Warning", "FailedDelete", `Deleted job: ${messageOf(error)}`);
      throw error;
    }
    recorder.record(owner, "Normal", "SuccessfulDelete", `Deleted job ${name}`);
  };

  /** Updates the list of active jobs in the status: ended and missing jobs are removed. Writes Events about them. */
  function followJobs(cronJob: CronJob, owned: readonly Job[]): CronJobStatus {
    let active = [...(cronJob.status?.active ?? [])];
    let lastSuccess = timeOf(cronJob.status?.lastSuccessfulTime);
    for (const job of owned) {
      const { uid, name } = job.metadata;
      const isKnown = active.some((ref) => ref.uid === uid);
      const ended = hasEnded(job);
      if (!isKnown && !ended) {
        const words = `Saw a job that the controller did not create or forgot: ${name}`;
        recorder.record(cronJob, "Warning", "UnexpectedJob", words);
      }
      if (isKnown && ended) {
        const type = conditionOf(job, "Complete") === undefined ? "Failed" : "Complete";
        recorder.record(cronJob, "Normal", "SawCompletedJob", `Saw completed job: ${name}, condition: ${type}`);
        active = active.filter((ref) => ref.uid !== uid);
      }
      const completed = timeOf(job.status?.completionTime);
      if (completed !== undefined && completed > (lastSuccess ?? 0)) lastSuccess = completed;
    }
    for (const { uid, namespace = "", name = "" } of active) {
      // As in the reference, a job that the cron job no longer owns still counts, as long as it exists.
      if (jobs.get(namespace, name) !== undefined) continue;
      recorder.record(cronJob, "Normal", "MissingJob", `Active job went missing: ${name}`);
      active = active.filter((ref) => ref.uid !== uid);
    }
    const { active: _, lastSuccessfulTime: __, ...rest } = cronJob.status ?? {};
    return {
      ...rest,
      ...(active.length === 0 ? {} : { active }),
      ...(lastSuccess === undefined ? {} : { lastSuccessfulTime: timestamp(lastSuccess) }),
    };
  }

  const jobFor = (cronJob: CronJob, time: number): ApiObject => {
    const { metadata, spec } = cronJob.spec.jobTemplate;
    const { name, namespace = "" } = cronJob.metadata;
    return {
      apiVersion: `${group}/v1`,
      kind: "Job",
      metadata: {
        name: `${name}-${Math.floor(time / 60_000)}`,
        namespace,
        labels: { ...metadata?.labels },
        annotations: {
          ...metadata?.annotations,
          [scheduledAnnotation]: zonedTimestamp(time, cronJob.spec.timeZone ?? "UTC"),
        },
        ownerReferences: [controlledBy(cronJob)],
      },
      spec,
    };
  };

  /**
   * Creates the job for a scheduled time.
   * @returns a reference to it; undefined when no job should be created after all
   */
  async function start(cronJob: CronJob, time: number): Promise<ObjectReference | undefined> {
    const job = jobFor(cronJob, time);
    const { namespace = "", name = "" } = job.metadata;
    let created: ApiObject;
    try {
      created = await client.create({ ...jobsRef, namespace }, job);
    } catch (error) {
      if (isNamespaceTerminating(error)) return undefined;
      if (!isApiError(error, "AlreadyExists")) {
        recorder.record(cronJob, "Warning", "FailedCreate", `Error creating job: ${messageOf(error)}`);
        throw error;
      }
      // An earlier round may have created it, and failed before it wrote the status. A job of another client is left
      // alone.
      const existing = await client.get({ ...jobsRef, namespace, name });
      return controllerUid(existing).includes(cronJob.metadata.uid ?? "") ? referenceTo(existing) : undefined;
    }
    recorder.record(cronJob, "Normal", "SuccessfulCreate", `Created job ${name}`);
    return referenceTo(created);
  }

  const referenceTo = ({ metadata }: ApiObject): ObjectReference => {
    const { namespace = "", name = "", uid = "", resourceVersion = "" } = metadata;
    return { apiVersion: `${group}/v1`, kind: "Job", namespace, name, uid, resourceVersion };
  };

  /**
   * Starts the job that is due, if any.
   *
   * @param allowedByCertificate the time of this round, in milliseconds since the epoch
   * @returns the new status
   */
  async function startDue(
    cronJob: CronJob,
    status: CronJobStatus,
    schedule: CronSchedule,
    owned: readonly Job[],
    judged: number,
  ): Promise<CronJobStatus> {
    const { startingDeadlineSeconds, concurrencyPolicy, timeZone } = cronJob.spec;
    const since = timeOf(status.lastScheduleTime) ?? timeOf(cronJob.metadata.creationTimestamp) ?? 0;
    const deadline = startingDeadlineSeconds === undefined ? undefined : milliseconds(startingDeadlineSeconds);
    const earliest = deadline === undefined ? since : Math.max(since, judged - deadline);
    const { latest, tooMany, isNever = false } = dueTime(schedule, earliest, judged, timeZone);
    if (isNever) {
      const detail = "time difference between two schedules is less than 1 second";
      recorder.record(cronJob, "Warning", "InvalidSchedule", `invalid schedule: ${cronJob.spec.schedule} : ${detail}`);
    }
    if (tooMany) {
      const words = "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew";
      recorder.record(cronJob, "Warning", "TooManyMissedTimes", words);
    }
    if (latest === undefined || latest === timeOf(status.lastScheduleTime)) return status;
    if (deadline !== undefined && latest + deadline < judged) {
      const words = `Missed scheduled time to start a job: ${new Date(latest).toUTCString().replace("GMT", "+0000")}`;
      recorder.record(cronJob, "Warning", "MissSchedule", words);
      return status;
    }
    let active = [...(status.active ?? [])];
    if (concurrencyPolicy === "Forbid" && active.length > 0) {
      const words = "Not starting job because prior execution is running and concurrency policy is Forbid";
      recorder.record(cronJob, "Normal", "JobAlreadyActive", words);
      return status;
    }
    if (concurrencyPolicy === "Replace") {
      for (const job of owned.filter(({ metadata }) => active.some(({ uid }) => uid === metadata.uid)))
        await deleteJob(cronJob, job);
      active = [];
    }
    const started = await start(cronJob, latest);
    if (started === undefined) return status;
    return { ...status, active: [...active, started], lastScheduleTime: timestamp(latest) };
  }

  /**
   * Deletes the oldest ended jobs beyond the history limits; jobs that never started sort as the youngest. Writes an
   * Event for each job that cannot be deleted.
   * @returns the cron job, whose active jobs no longer contain the deleted ones
   */
  async function cleanUp(cronJob: CronJob, owned: readonly Job[]): Promise<CronJob> {
    const age = ({ status, metadata }: Job): string => `${status?.startTime ?? "~"} ${metadata.name}`;
    const gone = new Set<string | undefined>();
    const remove = async (job: Job): Promise<void> => {
      await deleteJob(cronJob, job);
      gone.add(job.metadata.uid);
    };
    const { successfulJobsHistoryLimit: successes, failedJobsHistoryLimit: failures } = cronJob.spec;
    for (const [type, limit] of [
      ["Complete", successes],
      ["Failed", failures],
    ] as const) {
      if (limit === undefined) continue;
      const ended = owned
        .filter((job) => conditionOf(job, type) !== undefined)
        .sort((a, b) => (age(a) < age(b) ? -1 : 1));
      for (const job of ended.slice(0, Math.max(0, ended.length - limit))) await remove(job).catch(() => undefined);
    }
    const active = cronJob.status?.active ?? [];
    if (!active.some(({ uid }) => gone.has(uid))) return cronJob;
    return { ...cronJob, status: { ...cronJob.status, active: active.filter(({ uid }) => !gone.has(uid)) } };
  }

  /**
   * A changed schedule takes effect at its next time: missed times before that are not made up for.
   * @returns milliseconds until that time; undefined when the schedule has not changed
   */
  function untilNewSchedule({ object, previous }: ObjectChange): number | undefined {
    if (previous === undefined) return undefined;
    const { spec } = decoded<CronJob>(object);
    const { schedule, timeZone } = decoded<CronJob>(previous).spec;
    if (spec.schedule === schedule && spec.timeZone === timeZone) return undefined;
    try {
      const next = nextTime(parseCron(spec.schedule), now(), spec.timeZone);
      return next === undefined ? undefined : next - now() + SCHEDULE_DELTA;
    } catch {
      // The next round reports the error in the schedule.
      return undefined;
    }
  }

  return startController(parts, {
    needs: [jobs.indexed(controllerUid)],
    sources: [
      { informer: cronJobs, debounce: (_, change) => untilNewSchedule(change) },
      {
        informer: jobs,
        keys: (change) => ownersOf({ ownerRef, owners: cronJobs, selectors: undefined }, change),
      },
    ],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const object = cronJobs.get(namespace, name);
      if (object === undefined) return undefined;
      const stored = decoded<CronJob>(object);
      const owned = jobs.by(controllerUid, stored.metadata.uid ?? "").map((job) => decoded<Job>(job));
      // A job that is deleted right after it has ended is not reported as completed.
      const cronJob = await cleanUp(stored, owned);
      let status = followJobs(cronJob, owned);
      const warn = (reason: string, message: string): void => recorder.record(cronJob, "Warning", reason, message);
      const isStaying = cronJob.metadata.deletionTimestamp === undefined;
      const schedule = isStaying ? readSchedule(cronJob.spec, vocabulary, warn) : undefined;
      const judged = now();
      let failure: unknown;
      try {
        if (schedule !== undefined) status = await startDue(cronJob, status, schedule, owned, judged);
      } catch (error) {
        // The changes up to this failure are still written below.
        failure = error;
      }
      if (JSON.stringify(sorted(status)) !== JSON.stringify(sorted(stored.status ?? {}))) {
        await client.update({ ...ownerRef, namespace, name, subresource: "status" }, { ...object, status });
      }
      await informers.fresh();
      if (failure !== undefined) throw failure;
      // The first scheduled time after this round's time; it may have passed already.
      const next = schedule === undefined ? undefined : nextTime(schedule, judged, cronJob.spec.timeZone);
      return next === undefined ? undefined : { requeueAfter: Math.max(0, next - now()) + SCHEDULE_DELTA };
    },
  });
}

const sorted = ({ active = [], ...rest }: CronJobStatus): unknown => [
  active.map(({ uid }) => uid),
  Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)),
];
