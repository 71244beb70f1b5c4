import type { ApiObject } from "../../../shared/object.ts";

/** What runs a pod, as people know it. */
export interface Workload {
  readonly kind: string;
  readonly name: string;
}

const HASH_LABEL = "pod-template-hash";

/**
 * The workload of a pod. Names of a deployment's ReplicaSets end with the hash that their pods have as a label, so the
 * deployment is known without reading them.
 */
export function workloadOf({ metadata }: ApiObject): Workload | undefined {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (owner === undefined) return undefined;
  const { kind, name } = owner;
  const ending = `-${metadata.labels?.[HASH_LABEL] ?? ""}`;
  const isOfDeployment = kind === "ReplicaSet" && ending !== "-" && name.endsWith(ending);
  return isOfDeployment ? { kind: "Deployment", name: name.slice(0, -ending.length) } : { kind, name };
}
