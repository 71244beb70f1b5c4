import type { ApiObject } from "../../../shared/object.ts";

/** The workload that runs a pod. */
export interface Workload {
  readonly kind: string;
  readonly name: string;
}

const HASH_LABEL = "pod-template-hash";

/**
 * The workload of a pod. The names of a deployment's ReplicaSets end with a hash that their pods have as a label, so
 * the deployment can be derived without reading them.
 */
export function workloadOf({ metadata }: ApiObject): Workload | undefined {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (owner === undefined) return undefined;
  const { kind, name } = owner;
  const ending = `-${metadata.labels?.[HASH_LABEL] ?? ""}`;
  const isOfDeployment = kind === "ReplicaSet" && ending !== "-" && name.endsWith(ending);
  return isOfDeployment ? { kind: "Deployment", name: name.slice(0, -ending.length) } : { kind, name };
}
