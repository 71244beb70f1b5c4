import type { ApiObject } from "../../../shared/object.ts";
import { type Fields, listAt, textAt } from "../../resources/kinds/read.ts";
import type { Cause, Finding } from "./finding.ts";
import { podFinding } from "./podFinding.ts";

/** Kinds that have a state, in the order of the overview. */
export const KINDS = ["Pod", "Deployment", "StatefulSet", "DaemonSet", "Job", "Node", "PersistentVolumeClaim"] as const;
export type Kind = (typeof KINDS)[number];

export const isKind = (kind: string): kind is Kind => KINDS.some((each) => each === kind);

/** Milliseconds after a change in which missing replicas are normal. */
const GRACE_PERIOD = 30_000;

const FINDERS: Readonly<Record<Kind, (object: ApiObject, now: number) => Finding>> = {
  Pod: podFinding,
  Deployment: deploymentFinding,
  StatefulSet: (set, now) => replicas(set, now, { have: "readyReplicas", desired: numberAt(set, "spec.replicas", 1) }),
  DaemonSet: (set, now) =>
    replicas(set, now, { have: "numberReady", desired: numberAt(set, "status.desiredNumberScheduled", 0) }),
  Job: jobFinding,
  Node: nodeFinding,
  PersistentVolumeClaim: claimFinding,
};

const known = new WeakMap<ApiObject, Finding>();

/**
 * The finding about an object. Cached per object: a changed object is a new one, and a finding that depends on time is
 * computed again when it expires.
 */
export function objectFinding(kind: Kind, object: ApiObject, now: number): Finding {
  const before = known.get(object);
  if (before !== undefined && (before.until === undefined || now < before.until)) return before;
  const finding = FINDERS[kind](object, now);
  known.set(object, finding);
  return finding;
}

const numberAt = (object: ApiObject, path: string, fallback: number): number => {
  const text = textAt(object, path);
  return text === "" ? fallback : Number(text);
};
const condition = (object: ApiObject, type: string): Fields | undefined =>
  listAt(object, "status.conditions").find((each) => textAt(each, "type") === type);
const said = (of: Fields | undefined): Cause => ({ id: "said", values: { message: textAt(of, "message") } });

function deploymentFinding(deployment: ApiObject, now: number): Finding {
  const failure = condition(deployment, "ReplicaFailure");
  if (textAt(failure, "status") === "True") return { state: "bad", word: "ReplicaFailure", cause: said(failure) };
  const progress = condition(deployment, "Progressing");
  if (textAt(progress, "status") === "False") {
    return { state: "bad", word: textAt(progress, "reason") || "NotProgressing", cause: said(progress) };
  }
  const desired = numberAt(deployment, "spec.replicas", 1);
  const since = Date.parse(textAt(progress, "lastUpdateTime")) || 0;
  return replicas(deployment, now, { have: "availableReplicas", desired, since });
}

interface Replicas {
  /** Status field with the number of healthy replicas. */
  readonly have: string;
  readonly desired: number;
  /** Time of the last progress, milliseconds since the epoch. */
  readonly since?: number;
}

function replicas(object: ApiObject, now: number, { have: field, desired, since = 0 }: Replicas): Finding {
  const have = numberAt(object, `status.${field}`, 0);
  if (have >= desired) return { state: "good", word: "Available" };
  const begun = Math.max(since, Date.parse(object.metadata.creationTimestamp ?? "") || 0);
  if (now < begun + GRACE_PERIOD) return { state: "working", word: "Progressing", until: begun + GRACE_PERIOD };
  return { state: "attention", word: "Unavailable", cause: { id: "replicasShort", values: { have, want: desired } } };
}

function jobFinding(job: ApiObject, now: number): Finding {
  const failed = condition(job, "Failed");
  if (textAt(failed, "status") === "True") {
    return { state: "bad", word: textAt(failed, "reason") || "Failed", cause: said(failed) };
  }
  if (textAt(condition(job, "Complete"), "status") === "True") return { state: "good", word: "Complete" };
  if (textAt(job, "spec.suspend") === "true") return { state: "working", word: "Suspended" };
  const hasHadPods = ["active", "succeeded", "failed"].some((count) => numberAt(job, `status.${count}`, 0) > 0);
  const overdue = Date.parse(textAt(job, "status.startTime")) + GRACE_PERIOD;
  if (hasHadPods || Number.isNaN(overdue)) return { state: "working", word: "Running" };
  if (now < overdue) return { state: "working", word: "Running", until: overdue };
  return { state: "attention", word: "NoPods", cause: { id: "noPods", values: {} } };
}

const PRESSURES = ["MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable"];

function nodeFinding(node: ApiObject): Finding {
  const ready = condition(node, "Ready");
  const status = textAt(ready, "status");
  if (status === "Unknown") return { state: "bad", word: "NotReady", cause: { id: "nodeSilent", values: {} } };
  if (status !== "True") return { state: "bad", word: "NotReady", cause: said(ready) };
  for (const type of PRESSURES) {
    const pressure = condition(node, type);
    if (textAt(pressure, "status") === "True") return { state: "attention", word: type, cause: said(pressure) };
  }
  if (textAt(node, "spec.unschedulable") === "true") {
    return { state: "attention", word: "SchedulingDisabled", cause: { id: "cordoned", values: {} } };
  }
  return { state: "good", word: "Ready" };
}

function claimFinding(claim: ApiObject): Finding {
  const phase = textAt(claim, "status.phase") || "Pending";
  if (phase === "Bound") return { state: "good", word: phase };
  if (phase === "Lost") {
    return {
      state: "bad",
      word: phase,
      cause: { id: "claimLost", values: { volume: textAt(claim, "spec.volumeName") } },
    };
  }
  const name = textAt(claim, "spec.storageClassName");
  const values = { name, context: name === "" ? "none" : "" };
  return { state: "attention", word: phase, cause: { id: "claimWaits", values } };
}
