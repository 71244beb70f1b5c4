import type { DeploymentStatus } from "kubernetes-types/apps/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { sameParts } from "../../../model/schema/semanticEquality.ts";
import type { EventRecorder } from "../../events/eventRecorder.ts";
import type { OwnerKind } from "../pods/ownership.ts";
import { type RolloutAnnotations, revisionOf, sizeAnnotations } from "./annotations.ts";
import { byAge, type Deployment, desiredReplicas, type ReplicaSet } from "./kinds.ts";

export interface RolloutTools {
  readonly client: ApiClient;
  readonly recorder: EventRecorder;
  readonly annotations: RolloutAnnotations;
  /** The label that distinguishes the pods of a deployment's replica sets. */
  readonly hashLabel: string;
  readonly deployments: OwnerKind;
  readonly replicaSets: OwnerKind;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** A deployment with its replica sets, as one round of its controller sees and changes them. */
export class Rollout {
  readonly tools: RolloutTools;
  deployment: Deployment;
  readonly #sets = new Map<string, ReplicaSet>();
  /** The uids of the replica sets with the deployment's current template. */
  readonly #current = new Set<string>();

  private constructor(tools: RolloutTools, deployment: Deployment) {
    this.tools = tools;
    this.deployment = deployment;
  }

  /** Compares the templates of all replica sets with the deployment's; yields to other work meanwhile. */
  static async of(tools: RolloutTools, deployment: Deployment, sets: readonly ReplicaSet[]): Promise<Rollout> {
    const rollout = new Rollout(tools, deployment);
    for (const set of sets) await rollout.note(set);
    return rollout;
  }

  /** Sorted from oldest to newest. */
  get sets(): ReplicaSet[] {
    return byAge([...this.#sets.values()]);
  }

  /** The replica set with the deployment's current template; the oldest of several. */
  get newest(): ReplicaSet | undefined {
    return this.sets.find((set) => this.isOfTemplate(set));
  }

  /** Whether a replica set has the deployment's current template. */
  isOfTemplate({ metadata }: ReplicaSet): boolean {
    return this.#current.has(metadata.uid ?? "");
  }

  /** All replica sets except the newest. */
  get old(): ReplicaSet[] {
    const uid = this.newest?.metadata.uid;
    return this.sets.filter(({ metadata }) => metadata.uid !== uid);
  }

  /** The revision number of a replica set. */
  revision(set: ReplicaSet): bigint {
    return revisionOf(set, this.tools.annotations);
  }

  /** Takes the new state of a replica set. */
  async note(set: ReplicaSet): Promise<void> {
    const { uid = "" } = set.metadata;
    const { hashLabel } = this.tools;
    const [mine, its] = [this.deployment, set].map(({ spec }) => templateWithout(spec.template, hashLabel));
    const isCurrent = await inTurns(sameParts("api.core.v1.PodTemplateSpec", mine, its));
    if (isCurrent) this.#current.add(uid);
    else this.#current.delete(uid);
    this.#sets.set(uid, set);
  }

  /** @throws ApiError */
  async createSet(set: ReplicaSet): Promise<ReplicaSet> {
    const { client, replicaSets } = this.tools;
    const created = (await client.create(
      { ...replicaSets, namespace: this.deployment.metadata.namespace },
      set,
    )) as ReplicaSet;
    await this.note(created);
    return created;
  }

  /** @throws ApiError */
  async updateSet(set: ReplicaSet): Promise<ReplicaSet> {
    const { client, replicaSets } = this.tools;
    const { namespace, name } = set.metadata;
    const updated = (await client.update({ ...replicaSets, namespace, name }, set)) as ReplicaSet;
    await this.note(updated);
    return updated;
  }

  /** Writes the status, and with it the deployment's annotations. @throws ApiError */
  async updateStatus(status: DeploymentStatus, annotations = this.deployment.metadata.annotations): Promise<void> {
    const { client, deployments } = this.tools;
    const { namespace, name } = this.deployment.metadata;
    const metadata = { ...this.deployment.metadata, ...(annotations === undefined ? {} : { annotations }) };
    const changed = { ...this.deployment, metadata, status };
    this.deployment = (await client.update(
      { ...deployments, namespace, name, subresource: "status" },
      changed,
    )) as Deployment;
  }

  /** Writes the deployment. @throws ApiError */
  async update(deployment: Deployment): Promise<void> {
    const { client, deployments } = this.tools;
    const { namespace, name } = deployment.metadata;
    this.deployment = (await client.update({ ...deployments, namespace, name }, deployment)) as Deployment;
    for (const set of this.sets) await this.note(set);
  }

  /**
   * Sets the wanted size of a replica set, records the deployment's wanted size in its annotations, and writes an
   * Event. Does nothing when the size is unchanged.
   * @returns whether the size has changed
   * @throws ApiError
   */
  async scale(set: ReplicaSet, replicas: number): Promise<boolean> {
    return desiredReplicas(set) !== replicas && (await this.scaleAndNote(set, replicas));
  }

  /** The same, but records the deployment's wanted size even when the replica set's is unchanged. @throws ApiError */
  async scaleAndNote(set: ReplicaSet, replicas: number): Promise<boolean> {
    const before = desiredReplicas(set);
    const annotations = { ...set.metadata.annotations, ...sizeAnnotations(this.deployment, this.tools.annotations) };
    if (before === replicas && deepEqual(annotations, set.metadata.annotations)) return false;
    await this.updateSet({ ...set, metadata: { ...set.metadata, annotations }, spec: { ...set.spec, replicas } });
    if (before !== replicas) this.recordScaled(set, before, replicas);
    return before !== replicas;
  }

  recordScaled({ metadata }: ReplicaSet, from: number, to: number): void {
    const words = `Scaled ${to > from ? "up" : "down"} replica set ${metadata.name} from ${from} to ${to}`;
    this.tools.recorder.record(this.deployment, "Normal", "ScalingReplicaSet", words);
  }
}

/** A template without the label that a replica set adds, and without empty fields of its metadata. */
function templateWithout(template: ReplicaSet["spec"]["template"], hashLabel: string): unknown {
  const { metadata, spec } = template ?? {};
  const { [hashLabel]: _, ...labels } = metadata?.labels ?? {};
  const { annotations, creationTimestamp: __, labels: ___, ...rest } = metadata ?? {};
  const isAnnotated = !isEmptyMap(annotations ?? {});
  return { metadata: { ...rest, labels, ...(isAnnotated ? { annotations } : {}) }, spec };
}
