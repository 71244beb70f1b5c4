import type { Node } from "kubernetes-types/core/v1";
import { dottedSysctl } from "../../../ground/formats/names/sysctlName.ts";
import { tolerates } from "../../placement/tolerations.ts";
import { isCritical, type NodePod } from "../pods/podParts.ts";
import { type FitFailure, fitFailures } from "./fitFailures.ts";
import { podsToPreempt } from "./preemption.ts";

/** Why a node rejects a pod that was placed on it: the reason, and the message of its Event. */
export interface Rejection {
  readonly reason: string;
  readonly message: string;
}

/** The pods that a node ends to make room for a critical pod. */
export interface Preemption {
  readonly victims: readonly NodePod[];
}

/** The state of a node that a pod is judged against. */
export interface AdmissionScene {
  readonly node: Node;
  /** Pods on the node that have not ended. */
  readonly running: readonly NodePod[];
  /** The pressures that the node is under, as condition types. */
  readonly pressures: readonly string[];
  /** The label with the operating system of a pod or a node. */
  readonly osLabel: string;
  /** The taint of a node under memory pressure. */
  readonly memoryTaint: string;
}

/** Kernel settings that are namespaced: they affect only the pod itself. */
const SAFE_SYSCTLS = new Set([
  "kernel.shm_rmid_forced",
  "net.ipv4.ip_local_port_range",
  "net.ipv4.ip_local_reserved_ports",
  "net.ipv4.ip_unprivileged_port_start",
  "net.ipv4.ping_group_range",
  "net.ipv4.tcp_fin_timeout",
  "net.ipv4.tcp_keepalive_intvl",
  "net.ipv4.tcp_keepalive_probes",
  "net.ipv4.tcp_keepalive_time",
  "net.ipv4.tcp_rmem",
  "net.ipv4.tcp_syncookies",
  "net.ipv4.tcp_wmem",
]);

const OS = "linux";

/**
 * Judges a pod as the reference's kubelet does before it runs one. Checks the node's pressures, the sysctls and the
 * operating system that the pod asks for, and then whether the pod fits beside the running pods.
 * @returns undefined when the node accepts the pod as is; a preemption when it accepts the pod after other pods have
 * ended
 */
export function admitPod(pod: NodePod, scene: AdmissionScene): Rejection | Preemption | undefined {
  const rejection = pressed(pod, scene) ?? forbiddenSysctl(pod) ?? otherSystem(pod, scene);
  if (rejection !== undefined) return rejection;
  const found = fitFailures(pod, scene);
  const [first] = found;
  if (first === undefined) return undefined;
  if (!isCritical(pod)) return rejectionFor(first);
  const other = found.find(({ shortfall }) => shortfall === undefined);
  if (other !== undefined) return rejectionFor(other);
  const victims = podsToPreempt(
    pod,
    scene.running,
    found.flatMap(({ shortfall }) => shortfall ?? []),
  );
  if (typeof victims !== "string") return { victims };
  const detail = `Unexpected error while attempting to recover from admission failure: ${victims}`;
  return { reason: "UnexpectedAdmissionError", message: detail };
}

function rejectionFor({ shortfall, plugin, words }: FitFailure): Rejection {
  if (shortfall === undefined) return { reason: plugin, message: `Predicate ${plugin} failed: ${words}` };
  const { resource, requested, used, capacity } = shortfall;
  const amounts = `${resource}, requested: ${requested}, used: ${used}, capacity: ${capacity}`;
  return { reason: `OutOf${resource}`, message: `Node didn't have enough resource: ${amounts}` };
}

/**
 * Critical pods are accepted under any pressure. A node that is under memory pressure only still accepts pods that
 * request memory.
 */
function pressed(pod: NodePod, { pressures, memoryTaint }: AdmissionScene): Rejection | undefined {
  if (pressures.length === 0 || isCritical(pod)) return undefined;
  if (pressures.length === 1 && pressures[0] === "MemoryPressure") {
    const taint = { key: memoryTaint, effect: "NoSchedule" } as const;
    const isTolerated = (pod.spec.tolerations ?? []).some((toleration) => tolerates(toleration, taint));
    if (isTolerated || pod.status?.qosClass !== "BestEffort") return undefined;
  }
  return { reason: "Evicted", message: `The node had condition: [${pressures.join(" ")}]. ` };
}

function forbiddenSysctl({ spec }: NodePod): Rejection | undefined {
  const names = (spec.securityContext?.sysctls ?? []).map(({ name }) => dottedSysctl(name));
  const unsafe = names.find((name) => !SAFE_SYSCTLS.has(name));
  if (unsafe === undefined) return undefined;
  return { reason: "SysctlForbidden", message: `forbidden sysctl: "${unsafe}" not allowlisted` };
}

function otherSystem({ metadata, spec }: NodePod, { osLabel }: AdmissionScene): Rejection | undefined {
  const label = metadata.labels?.[osLabel];
  if (label !== undefined && label !== OS) {
    const message = `Failed to admit pod as the \`${osLabel}\` label doesn't match node label`;
    return { reason: "PodOSSelectorNodeLabelDoesNotMatch", message };
  }
  if (spec.os === undefined || spec.os.name === OS) return undefined;
  return { reason: "PodOSNotSupported", message: "Failed to admit pod as the OS field doesn't match node OS" };
}
