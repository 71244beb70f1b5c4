import type { JobStatus } from "kubernetes-types/batch/v1";
import { deepEqual } from "../../../../shared/deepEqual.ts";
import { minOf } from "../../../../shared/extremes.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { timestamp } from "../../../../shared/time.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import type { EventRecorder } from "../../events/eventRecorder.ts";
import { ignoring } from "../ignoring.ts";
import { isNamespaceTerminating, type PodControl, slowStart } from "../pods/podControl.ts";
import { isActive, isReady } from "../pods/podState.ts";
import { delayAfter, untilRetry } from "./backoff.ts";
import { fateOf, indexTexts, type Noted, statusWith } from "./countedPods.ts";
import { verdictOn } from "./failurePolicy.ts";
import { attemptsOf, type Indexes, indexesOf, pendingIndexes, surplusPods } from "./indexes.ts";
import { type Failures, jobPod } from "./jobPods.ts";
import {
  conditionOf,
  hasFailed,
  hasSucceeded,
  isEnding,
  isIndexed,
  isTracked,
  type Job,
  type JobNames,
  replacesOnlyFailed,
} from "./kinds.ts";
import { deadlineOf, type Ending, endingOf, withCondition } from "./verdict.ts";

export interface JobTools {
  readonly client: ApiClient;
  readonly recorder: EventRecorder;
  readonly podControl: PodControl;
  readonly names: JobNames;
  readonly ref: { readonly group: string; readonly version: string; readonly resource: string };
  now(): number;
}

const PODS = { group: "", version: "v1", resource: "pods" };
/** Pods that one round makes, deletes or counts at most. */
const MOST = 500;

/** One round of a job: it creates or deletes pods, counts those that have ended once, and writes the status. */
export class JobRound {
  readonly #tools: JobTools;
  #job: Job;
  readonly #pods: readonly ApiObject[];
  #active: ApiObject[];
  #ready: number;
  #terminating: number;
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
  }

  /** @returns milliseconds until it is worth looking again without a change @throws ApiError */
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
    let ending = endingOf(this.#job, this.#pods, names, { failed, indexes, now: now() });
    let again: number | undefined;
    let failure: unknown;
    if (ending !== undefined) {
      failure = await this.#delete(this.#active).catch((error: unknown) => error);
      // It has not ended while pods are left.
      if (failure !== undefined) ending = undefined;
    } else {
      try {
        if (job.metadata.deletionTimestamp === undefined) again = await this.#manage(succeeded, indexes);
      } catch (error) {
        // What was done until then is counted first.
        failure = error;
      }
      if (this.#isComplete(succeeded)) {
        const message = "Reached expected number of succeeded pods";
        ending = { target: "SuccessCriteriaMet", reason: "CompletionsReached", message };
      } else status = this.#withRest(status);
    }
    await this.#count(status, ending, indexes);
    if (failure !== undefined) throw failure;
    const deadline = deadlineOf(this.#job);
    const left = deadline === undefined || ending !== undefined ? undefined : Math.max(1, deadline - now());
    return again === undefined ? left : Math.min(again, left ?? again);
  }

  /** Pods that have ended and are not in the status' counts yet. */
  #uncounted(which: "succeeded" | "failed"): number {
    const known = this.#job.status?.uncountedTerminatedPods;
    const noted = new Set([...(known?.succeeded ?? []), ...(known?.failed ?? [])]);
    const isMeant = (pod: ApiObject): boolean =>
      which === "succeeded"
        ? hasSucceeded(pod)
        : hasFailed(pod, this.#job) && verdictOn(pod, this.#job)?.action !== "Ignore";
    const fresh = this.#pods.filter(
      (pod) => isTracked(pod, this.#tools.names) && !noted.has(pod.metadata.uid ?? "") && isMeant(pod),
    );
    return fresh.length + (known?.[which] ?? []).length;
  }

  #isComplete(succeeded: number): boolean {
    const { completions } = this.#job.spec;
    if (this.#job.spec.suspend === true) return false;
    if (completions !== undefined) return succeeded >= completions && this.#active.length === 0;
    return succeeded > 0 && this.#active.length === 0;
  }

  /** Creates missing pods, or deletes surplus ones. @returns milliseconds until it may create more */
  async #manage(succeeded: number, indexes: Indexes | undefined): Promise<number | undefined> {
    const { spec } = this.#job;
    const active = this.#active.length;
    if (spec.suspend === true) {
      await this.#delete(this.#active);
      return undefined;
    }
    const { parallelism = 1, completions } = spec;
    const open = completions === undefined ? parallelism : Math.max(0, completions - succeeded);
    const wanted = completions === undefined && succeeded > 0 ? active : Math.min(parallelism, open);
    const surplus = surplusPods(this.#job, this.#active, Math.max(0, active - wanted), this.#tools.names);
    if (surplus.length > 0) {
      await this.#delete(surplus.slice(0, MOST));
      return undefined;
    }
    const missing = wanted - active - (replacesOnlyFailed(this.#job) ? this.#terminating : 0);
    if (missing <= 0) return undefined;
    if (spec.backoffLimitPerIndex !== undefined && indexes !== undefined) return this.#createIndexes(missing, indexes);
    const wait = untilRetry(this.#job, this.#pods, this.#tools.now());
    if (wait > 0) return wait;
    const count = Math.min(missing, MOST);
    const next =
      indexes === undefined ? undefined : pendingIndexes(this.#job, indexes, this.#active, count, this.#tools.names);
    await this.#create(next === undefined ? Array.from({ length: count }, () => undefined) : next);
    return undefined;
  }

  /** Each index waits for itself after it has failed. */
  async #createIndexes(count: number, indexes: Indexes): Promise<number | undefined> {
    const { names, now } = this.#tools;
    const pending = pendingIndexes(this.#job, indexes, this.#active, this.#job.spec.completions ?? 0, names);
    const waits = new Map(
      pending.map((index) => {
        const last = indexes.last.get(index);
        return [index, last === undefined ? 0 : last.at + delayAfter(attemptsOf(last)) - now()] as const;
      }),
    );
    const due = pending.filter((index) => (waits.get(index) ?? 0) <= 0).slice(0, Math.min(count, MOST));
    await this.#create(due, (index) => indexes.last.get(index) ?? { failures: 0, ignored: 0 });
    const later = [...waits.values()].filter((wait) => wait > 0);
    return later.length === 0 ? undefined : minOf(later);
  }

  async #create(indexes: readonly (number | undefined)[], before?: (index: number) => Failures): Promise<void> {
    const { podControl, names } = this.#tools;
    const made: ApiObject[] = [];
    const { error } = await slowStart(indexes.length, async (i) => {
      const index = indexes[i];
      const known = index === undefined ? undefined : before?.(index);
      made.push(await podControl.create(jobPod(this.#job, names, index, known), this.#job));
    });
    this.#active.push(...made);
    if (error !== undefined && !isNamespaceTerminating(error)) throw error;
  }

  async #delete(pods: readonly ApiObject[]): Promise<void> {
    const results = await Promise.allSettled(pods.map((pod) => this.#tools.podControl.delete(pod, this.#job)));
    const gone = new Set(pods.filter((_, i) => results[i]?.status === "fulfilled"));
    this.#active = this.#active.filter((pod) => !gone.has(pod));
    this.#ready -= [...gone].filter(isReady).length;
    this.#terminating += gone.size;
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }

  /** Says whether the job rests, or goes on after it has. */
  #withRest(status: JobStatus): JobStatus {
    const { recorder, now } = this.#tools;
    const known = status.conditions ?? [];
    const isResting = this.#job.spec.suspend === true;
    if (!isResting && !known.some(({ type, status: truth }) => type === "Suspended" && truth === "True")) return status;
    const [reason, message] = isResting ? ["JobSuspended", "Job suspended"] : ["JobResumed", "Job resumed"];
    const conditions = withCondition(
      known,
      { type: "Suspended", status: isResting ? "True" : "False", reason, message },
      now(),
    );
    if (conditions === known) return status;
    recorder.tell(this.#job, "Normal", isResting ? "Suspended" : "Resumed", message);
    const rest = { ...status, conditions: [...conditions] };
    // Its time begins anew when it goes on.
    return isResting ? rest : { ...rest, startTime: timestamp(now()) };
  }

  /**
   * Counts the pods that have ended: notes them in the status, removes their finalizer, and adds them to the counts, so
   * that each is counted exactly once, wherever the round is interrupted.
   */
  async #count(before: JobStatus, ending: Ending | undefined, indexes: Indexes | undefined): Promise<void> {
    const { names, now } = this.#tools;
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
    for (const [uid, pod] of live) {
      if (noted.succeeded.length + noted.failed.length >= MOST) break;
      const fate = fateOf(this.#job, pod, names, { ending, indexes });
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
    const active = this.#active.length;
    const first = statusWith(base, counts, indexes, active, noted);
    await this.#write(first);
    const released = await this.#release(leaving);
    if (released.size === 0 && !this.#mayEnd(ending, first)) return;
    const kept: Noted = { succeeded: [], failed: [] };
    for (const which of ["succeeded", "failed"] as const) {
      for (const uid of noted[which]) {
        if (released.has(uid)) counts[which] += 1;
        else kept[which].push(uid);
      }
    }
    await this.#write(this.#ended(statusWith(base, counts, indexes, active, kept), ending));
  }

  /** Removes the finalizer from pods. @returns the uids of those that have it no more */
  async #release(pods: readonly ApiObject[]): Promise<Set<string>> {
    const { client, names } = this.#tools;
    const released = new Set<string>();
    const work = pods.map(async ({ metadata }) => {
      const { namespace, name = "", uid = "" } = metadata;
      const patch = { metadata: { uid, "$deleteFromPrimitiveList/finalizers": [names.finalizer] } };
      await ignoring(["NotFound", "Invalid"], client.patch({ ...PODS, namespace, name }, patch, { type: "strategic" }));
      released.add(uid);
    });
    const failed = (await Promise.allSettled(work)).find((result) => result.status === "rejected");
    if (failed !== undefined) throw failed.reason;
    return released;
  }

  #mayEnd(ending: Ending | undefined, { uncountedTerminatedPods }: JobStatus): boolean {
    const open = (uncountedTerminatedPods?.succeeded ?? []).length + (uncountedTerminatedPods?.failed ?? []).length;
    return ending !== undefined && open === 0;
  }

  /** A job has ended when all its pods have and are counted. */
  #ended(status: JobStatus, ending: Ending | undefined): JobStatus {
    const { recorder, now } = this.#tools;
    const isWaiting = this.#terminating > 0;
    if (ending === undefined || !this.#mayEnd(ending, status) || isWaiting) return status;
    const { reason, message } = ending;
    const isSuccess = ending.target === "SuccessCriteriaMet";
    const type = isSuccess ? "Complete" : "Failed";
    const conditions = [...withCondition(status.conditions ?? [], { type, status: "True", reason, message }, now())];
    if (conditionOf(this.#job, type) === undefined) {
      if (isSuccess) {
        if ((status.succeeded ?? 0) > (this.#job.spec.completions ?? Number.POSITIVE_INFINITY)) {
          const words = "Too many succeeded pods running after completion count reached";
          recorder.tell(this.#job, "Warning", "TooManySucceededPods", words);
        }
        recorder.tell(this.#job, "Normal", "Completed", "Job completed");
      } else recorder.tell(this.#job, "Warning", reason, message);
    }
    return { ...status, conditions, ...(isSuccess ? { completionTime: timestamp(now()) } : {}) };
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
