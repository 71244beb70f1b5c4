import type { DeploymentStatus } from "kubernetes-types/apps/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import type { EventRecorder } from "../../events/eventRecorder.ts";
import type { OwnerKind } from "../pods/ownership.ts";
import { type RolloutAnnotations, revisionOf, sizeAnnotations } from "./annotations.ts";
import { byAge, type Deployment, type ReplicaSet, wanted } from "./kinds.ts";

export interface RolloutTools {
  readonly client: ApiClient;
  readonly recorder: EventRecorder;
  readonly annotations: RolloutAnnotations;
  /** The label by which the pods of a deployment's replica sets are told apart. */
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

  constructor(tools: RolloutTools, deployment: Deployment, sets: readonly ReplicaSet[]) {
    this.tools = tools;
    this.deployment = deployment;
    for (const set of sets) this.note(set);
  }

  /** The oldest first. */
  get sets(): ReplicaSet[] {
    return byAge([...this.#sets.values()]);
  }

  /** The replica set whose template is the deployment's; the oldest of several. */
  get newest(): ReplicaSet | undefined {
    const { hashLabel } = this.tools;
    const template = templateWithout(this.deployment.spec.template, hashLabel);
    return this.sets.find(({ spec }) => deepEqual(templateWithout(spec.template, hashLabel), template));
  }

  /** All others. */
  get old(): ReplicaSet[] {
    const uid = this.newest?.metadata.uid;
    return this.sets.filter(({ metadata }) => metadata.uid !== uid);
  }

  /** The number of the revision that a replica set stands for. */
  revision(set: ReplicaSet): bigint {
    return revisionOf(set, this.tools.annotations);
  }

  /** Takes over what a replica set is now. */
  note(set: ReplicaSet): void {
    this.#sets.set(set.metadata.uid ?? "", set);
  }

  /** @throws ApiError */
  async createSet(set: ReplicaSet): Promise<ReplicaSet> {
    const { client, replicaSets } = this.tools;
    const created = (await client.create(
      { ...replicaSets, namespace: this.deployment.metadata.namespace },
      set,
    )) as ReplicaSet;
    this.note(created);
    return created;
  }

  /** @throws ApiError */
  async updateSet(set: ReplicaSet): Promise<ReplicaSet> {
    const { client, replicaSets } = this.tools;
    const { namespace, name } = set.metadata;
    const updated = (await client.update({ ...replicaSets, namespace, name }, set)) as ReplicaSet;
    this.note(updated);
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

  /** Writes the deployment itself. @throws ApiError */
  async update(deployment: Deployment): Promise<void> {
    const { client, deployments } = this.tools;
    const { namespace, name } = deployment.metadata;
    this.deployment = (await client.update({ ...deployments, namespace, name }, deployment)) as Deployment;
  }

  /**
   * Sets the wanted number of pods of a replica set, notes in its annotations what the deployment wanted, and writes an
   * Event.
   * @returns whether its size has changed
   * @throws ApiError
   */
  async scale(set: ReplicaSet, replicas: number): Promise<boolean> {
    const before = wanted(set);
    const annotations = { ...set.metadata.annotations, ...sizeAnnotations(this.deployment, this.tools.annotations) };
    if (before === replicas && deepEqual(annotations, set.metadata.annotations)) return false;
    await this.updateSet({ ...set, metadata: { ...set.metadata, annotations }, spec: { ...set.spec, replicas } });
    if (before !== replicas) this.tellScaled(set, before, replicas);
    return before !== replicas;
  }

  tellScaled({ metadata }: ReplicaSet, from: number, to: number): void {
    const words = `Scaled ${to > from ? "up" : "down"} replica set ${metadata.name} from ${from} to ${to}`;
    this.tools.recorder.tell(this.deployment, "Normal", "ScalingReplicaSet", words);
  }
}

/** A template without the label that a replica set adds, and without empty members. */
function templateWithout(template: ReplicaSet["spec"]["template"], hashLabel: string): unknown {
  const { metadata, spec } = template ?? {};
  const { [hashLabel]: _, ...labels } = metadata?.labels ?? {};
  const { annotations, creationTimestamp: __, labels: ___, ...rest } = metadata ?? {};
  const isAnnotated = !isEmptyMap(annotations ?? {});
  return { metadata: { ...rest, labels, ...(isAnnotated ? { annotations } : {}) }, spec };
}
