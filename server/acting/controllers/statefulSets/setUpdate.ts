import type { PodTemplateSpec } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { IntOrString } from "../../../api/resources/strategies/intOrPercent.ts";
import type { InformedParts } from "../controller.ts";
import { asPod, isAvailable } from "../pods/podState.ts";
import { scaledAmount } from "../pods/scaledAmount.ts";
import type { SetClaims } from "./claims.ts";
import { firstOrdinal, isOrdered, ordinalOf, type StatefulSet } from "./kinds.ts";
import { isCreated, isRunningAndReady, isTerminating, type Revisions } from "./setStatus.ts";
import { hasIdentity, type IdentityLabels, statefulPod } from "./statefulPod.ts";

const PODS = { group: "", version: "v1", resource: "pods" };

export interface SetUpdateParts extends Pick<InformedParts, "client" | "recorder" | "now"> {
  readonly claims: SetClaims;
  readonly labels: IdentityLabels;
}

/** The templates that pods have, and are to have. */
export interface Templates {
  readonly current: PodTemplateSpec;
  readonly update: PodTemplateSpec;
}

/**
 * One round that brings the pods of a set to the wanted state: in order unless the set says otherwise, each step only
 * after the last has worked.
 */
export class SetUpdate {
  readonly #parts: SetUpdateParts;
  readonly #set: StatefulSet;
  readonly #revisions: Revisions;
  readonly #templates: Templates;
  #waitsForClaims = false;

  constructor(parts: SetUpdateParts, set: StatefulSet, revisions: Revisions, templates: Templates) {
    this.#parts = parts;
    this.#set = set;
    this.#revisions = revisions;
    this.#templates = templates;
  }

  /** Whether the round has left something until claims are gone. */
  get waitsForClaims(): boolean {
    return this.#waitsForClaims;
  }

  /** @throws ApiError */
  async run(pods: readonly ApiObject[]): Promise<void> {
    const set = this.#set;
    const first = firstOrdinal(set);
    const count = set.spec.replicas ?? 1;
    const byOrdinal = new Map(pods.flatMap((pod) => [[ordinalOf(set, pod) ?? -1, pod] as const]));
    const ordinals = Array.from({ length: count }, (_, i) => first + i);
    const condemned = [...byOrdinal]
      .filter(([ordinal]) => ordinal >= 0 && (ordinal < first || ordinal >= first + count))
      .sort(([a], [b]) => b - a);
    if (isOrdered(set)) {
      for (const ordinal of ordinals) if (await this.#keep(ordinal, byOrdinal.get(ordinal))) return;
    } else {
      const results = await Promise.allSettled(ordinals.map((ordinal) => this.#keep(ordinal, byOrdinal.get(ordinal))));
      const failed = results.find((result) => result.status === "rejected");
      if (failed !== undefined) throw failed.reason;
    }
    for (const [ordinal, pod] of condemned) await this.#parts.claims.syncOwners(set, pod, ordinal, true);
    const unhealthy = [
      ...ordinals.map((ordinal) => byOrdinal.get(ordinal)),
      ...condemned.map(([, pod]) => pod).reverse(),
    ].find((pod) => pod !== undefined && !this.#isHealthy(pod));
    for (const [, pod] of condemned) if (await this.#dismiss(pod, unhealthy)) return;
    if (set.spec.updateStrategy?.type === "OnDelete") return;
    const most = mostUnavailable(set);
    if (most === undefined) await this.#rollOver(ordinals, byOrdinal);
    else await this.#rollSeveral(ordinals, byOrdinal, most);
  }

  /** Reconciles the pod of a number. @returns whether the round has to wait for the outcome */
  async #keep(ordinal: number, pod: ApiObject | undefined): Promise<boolean> {
    const set = this.#set;
    const { claims, labels } = this.#parts;
    const ordered = isOrdered(set);
    if (pod === undefined) {
      const wanted = this.#podFor(ordinal);
      // Claims that go with the pod before have to be gone.
      if (claims.isStale(set, wanted, ordinal)) {
        this.#waitsForClaims = true;
        return true;
      }
      await this.#create(wanted, ordinal);
      return ordered;
    }
    const phase = asPod(pod).status?.phase;
    if (phase === "Failed" || phase === "Succeeded") {
      // The next round makes a new one, once this one is gone.
      if (!isTerminating(pod)) await this.#delete(pod);
      return true;
    }
    if (phase === "Pending") await claims.ensure(set, pod, ordinal);
    if (ordered && (isTerminating(pod) || !isRunningAndReady(pod) || !this.#isAvailable(pod))) return true;
    await claims.syncOwners(set, pod, ordinal, false);
    if (!hasIdentity(set, pod, labels)) {
      const { namespace, name = "" } = pod.metadata;
      const own = { [labels.name]: name, [labels.index]: String(ordinal) };
      await this.#tell(
        "update",
        pod,
        this.#parts.client.patch({ ...PODS, namespace, name }, { metadata: { labels: own } }),
      );
    }
    return false;
  }

  /** Deletes a surplus pod. @returns whether the others wait */
  async #dismiss(pod: ApiObject, firstUnhealthy: ApiObject | undefined): Promise<boolean> {
    const ordered = isOrdered(this.#set);
    if (isTerminating(pod)) return ordered;
    if (ordered && !this.#isHealthy(pod) && pod !== firstUnhealthy) return true;
    await this.#delete(pod);
    return ordered;
  }

  /** Deletes the last pod that has a wrong template, once all behind it are healthy. */
  async #rollOver(ordinals: readonly number[], pods: ReadonlyMap<number, ApiObject>): Promise<void> {
    const partition = this.#set.spec.updateStrategy?.rollingUpdate?.partition ?? 0;
    for (const ordinal of [...ordinals].reverse()) {
      if (ordinal - firstOrdinal(this.#set) < partition) return;
      const pod = pods.get(ordinal);
      if (pod === undefined) return;
      if (this.#revisionOf(pod) !== this.#revisions.update && !isTerminating(pod)) {
        await this.#delete(pod);
        return;
      }
      if (!this.#isHealthy(pod)) return;
    }
  }

  /** Deletes the last pods that have a wrong template, as long as no more than so many pods are missing or unhealthy. */
  async #rollSeveral(ordinals: readonly number[], pods: ReadonlyMap<number, ApiObject>, most: number): Promise<void> {
    const first = firstOrdinal(this.#set) + (this.#set.spec.updateStrategy?.rollingUpdate?.partition ?? 0);
    const isAway = (pod: ApiObject | undefined): boolean => pod === undefined || !this.#isHealthy(pod);
    const room = most - ordinals.filter((ordinal) => isAway(pods.get(ordinal))).length;
    const outdated = ordinals
      .filter((ordinal) => ordinal >= first)
      .reverse()
      .flatMap((ordinal) => pods.get(ordinal) ?? [])
      .filter((pod) => this.#revisionOf(pod) !== this.#revisions.update && !isTerminating(pod));
    for (const pod of outdated.slice(0, Math.max(0, room))) await this.#delete(pod);
  }

  /** Those before the partition keep the template that they had. */
  #podFor(ordinal: number): ApiObject {
    const { type, rollingUpdate } = this.#set.spec.updateStrategy ?? {};
    const isKept = type === "RollingUpdate" && ordinal < firstOrdinal(this.#set) + (rollingUpdate?.partition ?? 0);
    const which = isKept ? "current" : "update";
    return statefulPod(this.#set, this.#templates[which], ordinal, this.#revisions[which], this.#parts.labels);
  }

  async #create(pod: ApiObject, ordinal: number): Promise<void> {
    const { client, claims } = this.#parts;
    // A pod whose claims cannot be made is not made either.
    const made = claims
      .ensure(this.#set, pod, ordinal)
      .then(() => client.create({ ...PODS, namespace: this.#set.metadata.namespace }, pod));
    await this.#tell("create", pod, made);
    await claims.syncOwners(this.#set, pod, ordinal, false);
  }

  async #delete(pod: ApiObject): Promise<void> {
    const { namespace, name, uid } = pod.metadata;
    const deleted = this.#parts.client.delete(
      { ...PODS, namespace, name: name ?? "" },
      uid === undefined ? {} : { uid },
    );
    await this.#tell("delete", pod, deleted);
  }

  /** Reports what became of something done to a pod. @throws what it threw */
  async #tell(verb: "create" | "delete" | "update", pod: ApiObject, work: Promise<unknown>): Promise<void> {
    const title = `${verb} Pod ${pod.metadata.name} in StatefulSet ${this.#set.metadata.name}`;
    const word = `${verb[0]?.toUpperCase()}${verb.slice(1)}`;
    const { recorder } = this.#parts;
    try {
      await work;
    } catch (error) {
      const isNoNews = isApiError(error, verb === "create" ? "AlreadyExists" : "NotFound");
      if (!isNoNews) recorder.tell(this.#set, "Warning", `Failed${word}`, `${title} failed error: ${messageOf(error)}`);
      if (verb === "delete" && isNoNews) return;
      throw error;
    }
    recorder.tell(this.#set, "Normal", `Successful${word}`, `${title} successful`);
  }

  #revisionOf({ metadata }: ApiObject): string {
    return metadata.labels?.[this.#parts.labels.revision] ?? "";
  }

  #isAvailable(pod: ApiObject): boolean {
    return isAvailable(pod, this.#set.spec.minReadySeconds ?? 0, this.#parts.now());
  }

  #isHealthy(pod: ApiObject): boolean {
    return isCreated(pod) && isRunningAndReady(pod) && !isTerminating(pod) && this.#isAvailable(pod);
  }
}

/** How many pods may be away at a time during an update; undefined where one after the other is updated. */
function mostUnavailable({ spec }: StatefulSet): number | undefined {
  const { maxUnavailable } = (spec.updateStrategy?.rollingUpdate ?? {}) as { maxUnavailable?: IntOrString };
  if (maxUnavailable === undefined) return undefined;
  return Math.max(1, scaledAmount(maxUnavailable, spec.replicas ?? 1, Math.floor) ?? 1);
}
