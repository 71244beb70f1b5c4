import type { JobStatus } from "kubernetes-types/batch/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { minOf } from "../../../../shared/collections/extremes.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { timestamp } from "../../../../shared/time.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import type { EventRecorder } from "../../events/eventRecorder.ts";
import { isNamespaceTerminating, type PodControl, slowStart } from "../pods/podControl.ts";
import { CROWDED_PAUSE, type PodPace } from "../pods/podPace.ts";
import { isActive, isReady } from "../pods/podState.ts";
import { type BackoffRecord, type Backoffs, delayAfter, untilRetry } from "./backoff.ts";
import { countingOf, indexTexts, type Noted, statusWith } from "./countedPods.ts";
import { verdictOn } from "./failurePolicy.ts";
import { attemptsOf, type Indexes, indexesOf, isOutside, pendingIndexes, surplusPods } from "./indexes.ts";
import { endedStatus, isCounted, reportEnd } from "./jobEnd.ts";
import { type Failures, jobPod } from "./jobPods.ts";
import {
  hasFailed,
  hasSucceeded,
  isEnding,
  isIndexed,
  isTracked,
  type Job,
  type JobNames,
  replacesOnlyFailed,
} from "./kinds.ts";
import { statusAtRest } from "./suspension.ts";
import { untrack, untrackAll } from "./tracking.ts";
import { deadlineOf, type Ending, endingOf, withCondition } from "./verdict.ts";

export interface JobTools {
  readonly client: ApiClient;
  readonly recorder: EventRecorder;
  readonly podControl: PodControl;
  readonly pace: PodPace;
  readonly names: JobNames;
  readonly backoffs: Backoffs;
  readonly ref: { readonly group: string; readonly version: string; readonly resource: string };
  now(): number;
  /** Whether no pod counts as active while the job waits to replace failed pods. */
  readonly hidesRunningPods: boolean;
}

/** Maximum number of pods that one round creates, deletes or counts. */
const MOST = 500;

/** One round of a job: it creates or deletes pods, counts each ended pod once, and writes the status. */
export class JobRound {
  readonly #tools: JobTools;
  #job: Job;
  readonly #pods: readonly ApiObject[];
  #active: ApiObject[];
  #ready: number;
  #terminating: number;
  /** Whether this round creates no pods yet because the last ones have failed. */
  #isBackingOff = false;
  /** The consecutive failures, including those of this round. */
  #backoff: BackoffRecord;
  /** The stored status, before this round changes it. */
  #stored: JobStatus;

  constructor(tools: JobTools, job: Job, pods: readonly ApiObject[]) {
    this.#tools = tools;
    this.#job = job;
    this.#stored = job.status ?? {};
    this.#pods = pods;
    this.#active = pods.filter(isActive);
    this.#ready = this.#active.filter(isReady).length;
    this.#terminating = pods.filter(isEnding).length;
    this.#backoff = tools.backoffs.with(
      job,
      this.#fresh(hasSucceeded),
      this.#fresh((pod) => hasFailed(pod, job)),
    );
  }

  /** @returns milliseconds after which to reconcile again without a change @throws ApiError */
  async run(): Promise<number | undefined> {
    const { names, now } = this.#tools;
    const job = this.#job;
    const indexes = isIndexed(job) ? indexesOf(job, this.#pods, names) : undefined;
    let status: JobStatus = { ...job.status };
    if (status.startTime === undefined && job.spec.suspend !== true)
      status = { ...status, startTime: timestamp(now()) };
    this.#job = { ...job, status };
    const succeeded = indexes?.succeeded.size ?? (status.succeeded ?? 0) + this.#uncounted("succeeded");
    const failed = (status.failed ?? 0) + this.#uncounted("failed");
    let ending = endingOf(this.#job, this.#pods, { failed, indexes, now: now() });
    let requeueAfter: number | undefined;
    let failure: unknown;
    if (ending !== undefined) {
      failure = await this.#delete(this.#active, (pod) => this.#tools.podControl.delete(pod, this.#job)).catch(
        (error: unknown) => error,
      );
      // The job has not ended while pods are left.
      if (failure !== undefined) ending = undefined;
    } else {
      const isStaying = job.metadata.deletionTimestamp === undefined;
      try {
        if (isStaying) requeueAfter = await this.#manage(succeeded, indexes);
      } catch (error) {
        // What was done before this failure is still counted below.
        failure = error;
      }
      if (this.#isComplete(succeeded)) {
        const message = "Reached expected number of succeeded pods";
        ending = { target: "SuccessCriteriaMet", reason: "CompletionsReached", message };
      } else if (isStaying) status = statusAtRest(this.#tools, this.#job, status);
    }
    await this.#count(status, ending, indexes);
    if (failure !== undefined) throw failure;
    const deadline = deadlineOf(this.#job);
    const left = deadline === undefined || ending !== undefined ? undefined : Math.max(1, deadline - now());
    return requeueAfter === undefined ? left : Math.min(requeueAfter, left ?? requeueAfter);
  }

  /**
   * Pods of one kind (succeeded or failed) that the status does not contain yet, and whose index, if needed, is in
   * range.
   */
  #fresh(isMeant: (pod: ApiObject) => boolean): ApiObject[] {
    const known = this.#job.status?.uncountedTerminatedPods;
    const noted = new Set([...(known?.succeeded ?? []), ...(known?.failed ?? [])]);
    const { names } = this.#tools;
    return this.#pods.filter(
      (pod) =>
        isTracked(pod, names) &&
        !noted.has(pod.metadata.uid ?? "") &&
        !isOutside(pod, this.#job, names) &&
        isMeant(pod),
    );
  }

  /** The number of ended pods that are not included in the status' counts yet. */
  #uncounted(which: "succeeded" | "failed"): number {
    const job = this.#job;
    const fresh = this.#fresh((pod) =>
      which === "succeeded" ? hasSucceeded(pod) : hasFailed(pod, job) && verdictOn(pod, job)?.action !== "Ignore",
    );
    return fresh.length + (job.status?.uncountedTerminatedPods?.[which] ?? []).length;
  }

  /** A suspended job can be complete, too. */
  #isComplete(succeeded: number): boolean {
    const { completions } = this.#job.spec;
    if (completions !== undefined) return succeeded >= completions && this.#active.length === 0;
    return succeeded > 0 && this.#active.length === 0;
  }

  /** Creates missing pods, or deletes surplus ones. @returns milliseconds until it may create more */
  async #manage(succeeded: number, indexes: Indexes | undefined): Promise<number | undefined> {
    const { spec } = this.#job;
    const active = this.#active.length;
    if (spec.suspend === true) {
      await this.#giveUp(this.#active);
      return undefined;
    }
    const { parallelism = 1, completions } = spec;
    const open = completions === undefined ? parallelism : Math.max(0, completions - succeeded);
    const wanted = completions === undefined && succeeded > 0 ? active : Math.min(parallelism, open);
    const surplus = surplusPods(this.#job, this.#active, Math.max(0, active - wanted), this.#tools.names);
    if (surplus.length > 0) {
      await this.#giveUp(surplus.slice(0, MOST));
      return undefined;
    }
    const missing = wanted - active - (replacesOnlyFailed(this.#job) ? this.#terminating : 0);
    if (missing <= 0) return undefined;
    if (spec.backoffLimitPerIndex !== undefined && indexes !== undefined) return this.#createIndexes(missing, indexes);
    const wait = untilRetry(this.#backoff, this.#tools.now());
    if (wait > 0) return this.#backOff(wait);
    const count = Math.min(missing, MOST);
    const next = indexes === undefined ? undefined : this.#pending(indexes, count);
    return this.#create(next === undefined ? Array.from({ length: count }, () => undefined) : next);
  }

  /** Each index has its own backoff after a failure. Later indexes wait with it when no further pods are missing. */
  async #createIndexes(missing: number, indexes: Indexes): Promise<number | undefined> {
    const { now } = this.#tools;
    const waits = new Map(
      this.#pending(indexes, Math.min(missing, MOST)).map((index) => {
        const last = indexes.last.get(index);
        return [index, last === undefined ? 0 : last.at + delayAfter(attemptsOf(last)) - now()] as const;
      }),
    );
    const due = [...waits.keys()].filter((index) => (waits.get(index) ?? 0) <= 0);
    const later = [...waits.values()].filter((wait) => wait > 0);
    if (due.length === 0 && later.length > 0) return this.#backOff(minOf(later));
    const pause = await this.#create(due, (index) => indexes.last.get(index) ?? { failures: 0, ignored: 0 });
    return pause ?? (later.length === 0 ? undefined : minOf(later));
  }

  /** @param wait milliseconds until more pods may be created */
  #backOff(wait: number): number {
    this.#isBackingOff = true;
    return wait;
  }

  #pending(indexes: Indexes, count: number): number[] {
    return pendingIndexes(this.#job, indexes, this.#pods, this.#active, count, this.#tools.names);
  }

  /** @returns milliseconds until it may create more, when the namespace is crowded */
  async #create(
    indexes: readonly (number | undefined)[],
    before?: (index: number) => Failures,
  ): Promise<number | undefined> {
    const { podControl, pace, names } = this.#tools;
    const allowed = pace.take(this.#job.metadata.namespace ?? "", indexes.length);
    const made: ApiObject[] = [];
    const { error } = await slowStart(allowed, async (i) => {
      const index = indexes[i];
      const known = index === undefined ? undefined : before?.(index);
      made.push(await podControl.create(jobPod(this.#job, names, index, known), this.#job));
    });
    this.#active.push(...made);
    if (error !== undefined && !isNamespaceTerminating(error)) throw error;
    return allowed < indexes.length ? CROWDED_PAUSE : undefined;
  }

  /** Deletes pods that the job no longer wants. They have not failed, so they are not counted. */
  #giveUp(pods: readonly ApiObject[]): Promise<void> {
    const { client, podControl, names } = this.#tools;
    return this.#delete(pods, async (pod) => {
      if (isTracked(pod, names) && !(await untrack(client, names, pod))) return;
      await podControl.delete(pod, this.#job);
    });
  }

  async #delete(pods: readonly ApiObject[], work: (pod: ApiObject) => Promise<unknown>): Promise<void> {
    const results = await Promise.allSettled(pods.map(work));
    const gone = new Set(pods.filter((_, i) => results[i]?.status === "fulfilled"));
    this.#active = this.#active.filter((pod) => !gone.has(pod));
    this.#ready -= [...gone].filter(isReady).length;
    this.#terminating += gone.size;
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }

  /**
   * Counts ended pods in three steps: notes them in the status, removes their finalizer, and adds them to the counts.
   * This counts each pod exactly once, wherever the round is interrupted.
   */
  async #count(before: JobStatus, ending: Ending | undefined, indexes: Indexes | undefined): Promise<void> {
    const { client, names, now, recorder } = this.#tools;
    const counts = { succeeded: before.succeeded ?? 0, failed: before.failed ?? 0 };
    const live = new Map(this.#pods.filter((pod) => isTracked(pod, names)).map((pod) => [pod.metadata.uid ?? "", pod]));
    const noted: Noted = { succeeded: [], failed: [] };
    for (const which of ["succeeded", "failed"] as const) {
      for (const uid of before.uncountedTerminatedPods?.[which] ?? []) {
        if (live.has(uid)) noted[which].push(uid);
        else counts[which] += 1;
      }
    }
    const leaving: ApiObject[] = [];
    const known = new Set([...noted.succeeded, ...noted.failed]);
    let isAll = true;
    for (const [uid, pod] of live) {
      isAll = Math.max(leaving.length, noted.succeeded.length + noted.failed.length) < MOST;
      if (!isAll) break;
      const fate = countingOf(this.#job, pod, names, { ending, indexes });
      if (fate === undefined) continue;
      leaving.push(pod);
      if (fate !== "uncounted" && !known.has(uid)) noted[fate].push(uid);
    }
    let conditions = before.conditions ?? [];
    if (ending !== undefined) {
      const { target, reason, message } = ending;
      conditions = [...withCondition(conditions, { type: target, status: "True", reason, message }, now())];
    }
    const base: JobStatus = {
      ...before,
      ...(conditions.length === 0 ? {} : { conditions }),
      ...indexTexts(this.#job, indexes),
      ready: this.#ready,
      ...({ terminating: this.#terminating } as object),
    };
    const active = this.#isBackingOff && this.#tools.hidesRunningPods ? 0 : this.#active.length;
    const first = statusWith(base, counts, indexes, active, noted);
    await this.#write(first);
    this.#tools.backoffs.set(this.#job, this.#backoff);
    const released = await untrackAll(client, names, leaving);
    if (released.size === 0 && !(ending !== undefined && isCounted(first))) return;
    const kept: Noted = { succeeded: [], failed: [] };
    for (const which of ["succeeded", "failed"] as const) {
      for (const uid of noted[which]) {
        if (released.has(uid)) counts[which] += 1;
        else kept[which].push(uid);
      }
    }
    const last = statusWith(base, counts, indexes, active, kept);
    const isOver = isAll && this.#terminating === 0 && isCounted(last);
    if (ending === undefined || !isOver) return this.#write(last);
    await this.#write(endedStatus(last, ending, now()));
    reportEnd(recorder, this.#job, ending);
  }

  async #write(status: JobStatus): Promise<void> {
    if (deepEqual(this.#stored, status)) return;
    const { client, ref } = this.#tools;
    const { namespace, name = "" } = this.#job.metadata;
    const changed = { ...this.#job, status };
    this.#job = (await client.update({ ...ref, namespace, name, subresource: "status" }, changed)) as Job;
    this.#stored = status;
  }
}
