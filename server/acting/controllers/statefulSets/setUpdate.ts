import type { PodTemplateSpec } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { IntOrString } from "../../../api/resources/strategies/intOrPercent.ts";
import type { InformedParts } from "../controller.ts";
import { slowStart } from "../pods/podControl.ts";
import type { PodPace } from "../pods/podPace.ts";
import { asPod, isAvailable } from "../pods/podState.ts";
import { scaledAmount } from "../pods/scaledAmount.ts";
import type { SetClaims } from "./claims.ts";
import { asOrdinal, firstOrdinal, isOrdered, NO_ORDINAL, ordinalOf, type StatefulSet } from "./kinds.ts";
import { isRunningAndReady, isTerminating, type Revisions } from "./setStatus.ts";
import { type IdentityLabels, missingParts, statefulPod } from "./statefulPod.ts";

const PODS = { group: "", version: "v1", resource: "pods" };
/** Number of pods of a parallel set that are processed concurrently, and that are created in one round. */
const MOST = 500;

type PodsByOrdinal = ReadonlyMap<number, ApiObject>;

export interface SetUpdateParts extends Pick<InformedParts, "client" | "recorder" | "now"> {
  readonly claims: SetClaims;
  readonly labels: IdentityLabels;
  readonly pace: PodPace;
}

/** The templates that pods have now, and that they should have. */
export interface Templates {
  readonly current: PodTemplateSpec;
  readonly update: PodTemplateSpec;
}

/**
 * One round that brings the pods of a set to the wanted state: in order unless the set is parallel, with each step only
 * after the last one has succeeded.
 */
export class SetUpdate {
  readonly #parts: SetUpdateParts;
  readonly #set: StatefulSet;
  readonly #revisions: Revisions;
  readonly #templates: Templates;
  #waitsForClaims = false;
  #isUnfinished = false;
  #isPaced = false;

  constructor(parts: SetUpdateParts, set: StatefulSet, revisions: Revisions, templates: Templates) {
    this.#parts = parts;
    this.#set = set;
    this.#revisions = revisions;
    this.#templates = templates;
  }

  /** Whether the round has postponed something until claims are deleted. */
  get waitsForClaims(): boolean {
    return this.#waitsForClaims;
  }

  /** Whether a parallel set lacks more pods than one round creates. */
  get isUnfinished(): boolean {
    return this.#isUnfinished;
  }

  /** Whether the round has created fewer pods than it could, because the namespace is crowded. */
  get isPaced(): boolean {
    return this.#isPaced;
  }

  /** The ordinal after the last one. A set may ask for very many pods: never list all ordinals. */
  get #end(): number {
    return firstOrdinal(this.#set) + (this.#set.spec.replicas ?? 1);
  }

  /** @throws ApiError */
  async run(pods: readonly ApiObject[]): Promise<void> {
    const set = this.#set;
    const [first, end] = [firstOrdinal(set), this.#end];
    const byOrdinal = new Map(pods.map((pod) => [ordinalOf(set, pod) ?? NO_ORDINAL, pod]));
    byOrdinal.delete(NO_ORDINAL);
    const isKept = ([ordinal]: readonly [number, ApiObject]): boolean => ordinal >= first && ordinal < end;
    const kept = [...byOrdinal].filter(isKept).sort(([a], [b]) => a - b);
    const condemned = [...byOrdinal].filter((each) => !isKept(each)).sort(([a], [b]) => b - a);
    if (isOrdered(set)) {
      for (let ordinal = first; ordinal < end; ordinal++) {
        if (await this.#keep(ordinal, byOrdinal.get(ordinal))) return;
      }
    } else {
      await this.#keepAll(byOrdinal);
      if (this.#isUnfinished) return;
    }
    const { claims } = this.#parts;
    for (const [ordinal, pod] of condemned) {
      if (!claims.haveOwners(set, pod, ordinal, true)) await claims.syncOwners(set, pod, ordinal, true);
    }
    const [, unhealthy] = [...kept, ...condemned.toReversed()].find(([, pod]) => !isHealthy(pod)) ?? [];
    for (const [, pod] of condemned) if (await this.#dismiss(pod, unhealthy)) return;
    if (set.spec.updateStrategy?.type === "OnDelete") return;
    const most = mostUnavailable(set);
    if (most === undefined) await this.#rollOver(byOrdinal);
    else await this.#rollSeveral(kept, most);
  }

  /** Reconciles the pods of a parallel set. If it lacks very many, the next rounds create the others. */
  async #keepAll(pods: PodsByOrdinal): Promise<void> {
    const first = firstOrdinal(this.#set);
    const { pods: wanted } = this.#upTo(MOST, pods);
    const allowed = this.#parts.pace.take(this.#set.metadata.namespace ?? "", wanted);
    this.#isPaced = allowed < wanted;
    const { next } = this.#upTo(allowed, pods);
    this.#isUnfinished = next < this.#end;
    const keep = (index: number) => this.#keep(first + index, pods.get(first + index));
    const { error } = await slowStart(next - first, keep, MOST);
    if (error !== undefined) throw error;
  }

  /** The number of missing pods, up to a limit, and the ordinal after those and the present ones between them. */
  #upTo(most: number, present: PodsByOrdinal): { readonly pods: number; readonly next: number } {
    let [missing, next] = [0, firstOrdinal(this.#set)];
    for (; next < this.#end; next++) {
      if (present.has(next)) continue;
      if (missing === most) break;
      missing += 1;
    }
    return { pods: missing, next };
  }

  /** Reconciles the pod with an ordinal. @returns whether the round must wait for the effect */
  async #keep(ordinal: number, pod: ApiObject | undefined): Promise<boolean> {
    const set = this.#set;
    const { claims } = this.#parts;
    const ordered = isOrdered(set);
    if (pod === undefined) {
      const wanted = this.#podFor(ordinal);
      // The claims of a deleted pod of the same name must be deleted first.
      if (claims.isStale(set, wanted, ordinal)) {
        this.#waitsForClaims = true;
        return true;
      }
      await this.#create(wanted, asOrdinal(ordinal));
      return ordered;
    }
    const phase = asPod(pod).status?.phase;
    if (phase === "Failed" || phase === "Succeeded") {
      // The next round creates a new pod after this one is gone.
      if (!isTerminating(pod)) await this.#delete(pod);
      return true;
    }
    if (phase === "Pending") {
      await claims.ensure(set, pod, ordinal);
      await this.#ownClaims(pod, ordinal);
    }
    if (ordered && (isTerminating(pod) || !isRunningAndReady(pod) || !this.#isAvailable(pod))) return true;
    await this.#correct(pod, ordinal);
    return false;
  }

  /** Corrects the labels and volumes of a pod and the owners of its claims, and reports it. */
  async #correct(pod: ApiObject, ordinal: number): Promise<void> {
    const set = this.#set;
    const { client, claims, labels } = this.#parts;
    const missing = missingParts(set, pod, ordinal, labels);
    if (missing === undefined && claims.haveOwners(set, pod, ordinal, false)) return;
    const work = async (): Promise<void> => {
      if (missing?.spec !== undefined) await claims.ensure(set, pod, ordinal);
      await claims.syncOwners(set, pod, ordinal, false);
      const { namespace, name = "" } = pod.metadata;
      if (missing !== undefined) await client.patch({ ...PODS, namespace, name }, { ...missing });
    };
    await this.#recordOutcome("update", pod, work());
  }

  /** Sets the owners of a pod's claims, and reports only failures. */
  async #ownClaims(pod: ApiObject, ordinal: number): Promise<void> {
    try {
      await this.#parts.claims.syncOwners(this.#set, pod, ordinal, false);
    } catch (error) {
      await this.#recordOutcome("update", pod, Promise.reject(error));
    }
  }

  /** Deletes a surplus pod. @returns whether the remaining pods must wait */
  async #dismiss(pod: ApiObject, firstUnhealthy: ApiObject | undefined): Promise<boolean> {
    const ordered = isOrdered(this.#set);
    if (isTerminating(pod)) return ordered;
    const isDone = isRunningAndReady(pod) && this.#isAvailable(pod);
    if (ordered && !isDone && pod !== firstUnhealthy) return true;
    await this.#delete(pod);
    return ordered;
  }

  /** Deletes the last pod with an outdated template, once all pods after it are healthy. */
  async #rollOver(pods: PodsByOrdinal): Promise<void> {
    for (let ordinal = this.#end - 1; ordinal >= this.#partition; ordinal--) {
      const pod = pods.get(ordinal);
      if (pod === undefined) return;
      if (this.#revisionOf(pod) !== this.#revisions.update && !isTerminating(pod)) {
        await this.#delete(pod);
        return;
      }
      if (!isHealthy(pod)) return;
    }
  }

  /** Deletes the last pods with an outdated template, as long as no more than `most` pods are missing or unhealthy. */
  async #rollSeveral(kept: readonly (readonly [number, ApiObject])[], most: number): Promise<void> {
    const room = most - (this.#end - firstOrdinal(this.#set)) + kept.filter(([, pod]) => isHealthy(pod)).length;
    const outdated = kept
      .filter(([ordinal]) => ordinal >= this.#partition)
      .map(([, pod]) => pod)
      .reverse()
      .filter((pod) => this.#revisionOf(pod) !== this.#revisions.update && !isTerminating(pod));
    for (const pod of outdated.slice(0, Math.max(0, room))) await this.#delete(pod);
  }

  /** The first ordinal whose pod gets the updated template. */
  get #partition(): number {
    return firstOrdinal(this.#set) + (this.#set.spec.updateStrategy?.rollingUpdate?.partition ?? 0);
  }

  /**
   * Builds the pod for an ordinal. Ordinals below the partition keep the current revision. The API refuses the pod of an
   * ordinal that is too large, as it refuses the reference's.
   */
  #podFor(ordinal: number): ApiObject {
    const isKept = this.#set.spec.updateStrategy?.type === "RollingUpdate" && ordinal < this.#partition;
    const which = isKept ? "current" : "update";
    return statefulPod(
      this.#set,
      this.#templates[which],
      asOrdinal(ordinal),
      this.#revisions[which],
      this.#parts.labels,
    );
  }

  async #create(pod: ApiObject, ordinal: number): Promise<void> {
    const { client, claims } = this.#parts;
    // The pod is not created when its claims cannot be created. The owners of the claims are set even when the pod is
    // refused.
    const make = async (): Promise<void> => {
      if (ordinal !== NO_ORDINAL) await claims.ensure(this.#set, pod, ordinal);
      try {
        await client.create({ ...PODS, namespace: this.#set.metadata.namespace }, pod);
      } catch (error) {
        if (!isApiError(error, "AlreadyExists")) await this.#ownClaims(pod, ordinal);
        throw error;
      }
    };
    await this.#recordOutcome("create", pod, make());
    await this.#ownClaims(pod, ordinal);
  }

  async #delete(pod: ApiObject): Promise<void> {
    const { namespace, name, uid } = pod.metadata;
    const deleted = this.#parts.client.delete(
      { ...PODS, namespace, name: name ?? "" },
      uid === undefined ? {} : { uid },
    );
    await this.#recordOutcome("delete", pod, deleted);
  }

  /** Writes an Event about the result of a pod operation. @throws the operation's error */
  async #recordOutcome(verb: "create" | "delete" | "update", pod: ApiObject, work: Promise<unknown>): Promise<void> {
    const title = `${verb} Pod ${pod.metadata.name} in StatefulSet ${this.#set.metadata.name}`;
    const word = `${verb[0]?.toUpperCase()}${verb.slice(1)}`;
    const { recorder } = this.#parts;
    try {
      await work;
    } catch (error) {
      const isNoNews = isApiError(error, verb === "create" ? "AlreadyExists" : "NotFound");
      if (!isNoNews)
        recorder.record(this.#set, "Warning", `Failed${word}`, `${title} failed error: ${messageOf(error)}`);
      if (verb === "delete" && isNoNews) return;
      throw error;
    }
    recorder.record(this.#set, "Normal", `Successful${word}`, `${title} successful`);
  }

  #revisionOf({ metadata }: ApiObject): string {
    return metadata.labels?.[this.#parts.labels.revision] ?? "";
  }

  #isAvailable(pod: ApiObject): boolean {
    return isAvailable(pod, this.#set.spec.minReadySeconds ?? 0, this.#parts.now());
  }
}

const isHealthy = (pod: ApiObject): boolean => isRunningAndReady(pod) && !isTerminating(pod);

/** How many pods may be unavailable during an update; undefined when pods are updated one by one. */
function mostUnavailable({ spec }: StatefulSet): number | undefined {
  const { maxUnavailable } = (spec.updateStrategy?.rollingUpdate ?? {}) as { maxUnavailable?: IntOrString };
  if (maxUnavailable === undefined) return undefined;
  return Math.max(1, scaledAmount(maxUnavailable, spec.replicas ?? 1, Math.floor) ?? 1);
}
