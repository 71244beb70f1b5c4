import type { Pod, PodSpec } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { keyOf } from "../../informers/objectKey.ts";
import { type PodTerms, podTerms } from "./affinityTerms.ts";
import type { Amounts } from "./amounts.ts";
import { type HostPort, hostPorts } from "./hostPorts.ts";
import { podRequests } from "./podRequests.ts";

/** A pod in the scheduler's form: parsed once, shared, immutable. */
export interface PodInfo {
  readonly object: ApiObject;
  /** `namespace/name` */
  readonly key: string;
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
  readonly status: NonNullable<Pod["status"]>;
  readonly priority: number;
  /** Empty while the pod is not placed. */
  readonly nodeName: string;
  readonly isTerminating: boolean;
  readonly requests: Amounts;
  /** With default amounts for containers without requests; used for scoring nodes. */
  readonly assumedRequests: Amounts;
  readonly ports: readonly HostPort[];
  readonly terms: PodTerms;
}

/** @param nodeName the node where the pod is assumed to be, if it differs from its own */
export function podInfo(object: ApiObject, nodeName?: string): PodInfo {
  const { metadata, spec = { containers: [] }, status = {} } = decoded<Pod>(object);
  const namespace = metadata?.namespace ?? "";
  return {
    object,
    key: keyOf(object),
    uid: metadata?.uid ?? "",
    namespace,
    name: metadata?.name ?? "",
    labels: metadata?.labels ?? {},
    spec,
    status,
    priority: spec.priority ?? 0,
    nodeName: nodeName ?? spec.nodeName ?? "",
    isTerminating: metadata?.deletionTimestamp !== undefined,
    requests: podRequests(spec, false, status),
    assumedRequests: podRequests(spec, true, status),
    ports: hostPorts(spec),
    terms: podTerms(spec.affinity, namespace),
  };
}

/** When a pod started according to its status, in milliseconds; undefined when it has not started. */
export function startTime({ status }: PodInfo): number | undefined {
  const time = Date.parse(status.startTime ?? "");
  return Number.isNaN(time) ? undefined : time;
}
