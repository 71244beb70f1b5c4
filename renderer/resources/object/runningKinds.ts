import type { ResourceType } from "../../api/resourceType.ts";

const WITH_LOGS = new Set([
  "/pods",
  "/replicationcontrollers",
  "apps/deployments",
  "apps/replicasets",
  "apps/statefulsets",
  "apps/daemonsets",
  "batch/jobs",
]);

type TypeRef = Pick<ResourceType, "group" | "resource">;

const keyOf = ({ group, resource }: TypeRef): string => `${group}/${resource}`;

/** Whether objects of a kind have container logs: pods, and workloads that select pods. */
export const hasLogs = (type: TypeRef): boolean => WITH_LOGS.has(keyOf(type));

export const isPod = (type: TypeRef): boolean => keyOf(type) === "/pods";

/** Whether ports of objects of a kind can be forwarded. */
export const hasPorts = (type: TypeRef): boolean => isPod(type) || keyOf(type) === "/services";

/** Whether the metrics API measures the usage of the kind's objects. */
export const isMeasured = (type: TypeRef): boolean => isPod(type) || keyOf(type) === "/nodes";
