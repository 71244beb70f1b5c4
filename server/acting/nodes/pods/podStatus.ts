import type { PodCondition, PodStatus } from "kubernetes-types/core/v1";
import { timestamp } from "../../../../shared/time.ts";
import type { ResizeStatus } from "../resizing/podResizing.ts";
import { endedParts } from "./endedParts.ts";
import type { NodePod, StatusPart } from "./podParts.ts";
import { shownStatuses } from "./shownStatuses.ts";

export interface PodFacts {
  readonly pod: NodePod;
  readonly parts: readonly StatusPart[];
  readonly hostAddresses: readonly string[];
  /** Empty until the pod has addresses. */
  readonly podAddresses: readonly string[];
  /** RFC 3339. */
  readonly startTime: string;
  /** Whether every init container has completed at some time: restarting one later does not change this. */
  readonly initialized: boolean;
  /** Whether the pod was terminated because it is deleted: everything in it has stopped for good. */
  readonly isAtEnd?: boolean;
  /** Why the node has failed the pod. */
  readonly failure?: PodFailure | undefined;
  /** The state of a resize. */
  readonly resize?: ResizeStatus | undefined;
  /** Whether the status includes the condition for the pod's sandbox (`PodReadyToStartContainers`). */
  readonly includesSandboxCondition: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Why a node has failed a pod. */
export interface PodFailure {
  readonly reason: string;
  readonly message: string;
  /** The message of the `DisruptionTarget` condition for a pod that is ended to make room. */
  readonly disruption?: string | undefined;
}

type Words = Pick<PodCondition, "status"> & { readonly reason?: string; readonly message?: string };

const TRUE: Words = { status: "True" };
const isInit = ({ role }: StatusPart): boolean => role === "init" || role === "sidecar";

/** The status that a node reports for a pod. */
export function podStatus(given: PodFacts): PodStatus {
  // The conditions must never contradict the container statuses that are reported with them.
  const initialized = given.initialized || given.parts.filter(isInit).every(hasDonePart);
  const parts = given.isAtEnd === true ? endedParts(given.parts, initialized) : given.parts;
  const facts = { ...given, parts, initialized };
  const { pod, hostAddresses, podAddresses, startTime, failure } = facts;
  const phase = failure === undefined ? phaseOf(facts) : "Failed";
  // A pod on the host network has the node's addresses from the beginning.
  const addresses = podAddresses.length === 0 && pod.spec.hostNetwork === true ? hostAddresses : podAddresses;
  const { init, main, ephemeral } = shownStatuses(parts);
  return {
    phase,
    conditions: conditionsOf(facts, phase),
    hostIP: hostAddresses[0],
    hostIPs: hostAddresses.map((ip) => ({ ip })),
    startTime,
    ...(addresses.length === 0 ? {} : { podIP: addresses[0], podIPs: addresses.map((ip) => ({ ip })) }),
    ...(init.length === 0 ? {} : { initContainerStatuses: init }),
    containerStatuses: main,
    ...(ephemeral.length === 0 ? {} : { ephemeralContainerStatuses: ephemeral }),
    ...(failure === undefined ? {} : { reason: failure.reason, message: failure.message }),
    ...(pod.status?.qosClass === undefined ? {} : { qosClass: pod.status.qosClass }),
    ...(facts.resize === undefined ? {} : { resize: facts.resize }),
  } as PodStatus;
}

/** The phase of a pod, which follows from the states of its containers. */
function phaseOf({ pod, parts, initialized, isAtEnd }: PodFacts): string {
  if (isAtEnd === true) return initialized && hasSucceeded(parts) ? "Succeeded" : "Failed";
  const { restartPolicy = "Always" } = pod.spec;
  const inits = parts.filter(({ role }) => role === "init");
  const mains = parts.filter(({ role }) => role === "main");
  // What runs besides must end first; its exit codes do not matter.
  const isAccompanied = parts.some(
    ({ role, status }) => (role === "sidecar" || role === "ephemeral") && status.state?.running !== undefined,
  );
  if (!initialized) return hasFailedForGood(inits, restartPolicy) && !isAccompanied ? "Failed" : "Pending";
  const states = mains.map(({ status }) => status);
  const waiting = states.filter(
    ({ state, lastState }) => state?.waiting !== undefined && lastState?.terminated === undefined,
  );
  if (waiting.length > 0) return "Pending";
  const stopped = states.filter(({ state }) => state?.running === undefined);
  if (stopped.length < states.length || restartPolicy === "Always") return "Running";
  if (isAccompanied) return "Running";
  if (hasSucceeded(parts)) return "Succeeded";
  return restartPolicy === "Never" ? "Failed" : "Running";
}

const hasSucceeded = (parts: readonly StatusPart[]): boolean =>
  parts.every(({ role, status }) => role !== "main" || status.state?.terminated?.exitCode === 0);

/** An init container that has failed and may not restart fails the whole pod. */
const hasFailedForGood = (inits: readonly StatusPart[], restartPolicy: string): boolean =>
  restartPolicy === "Never" && inits.some(({ status }) => (status.state?.terminated?.exitCode ?? 0) !== 0);

/**
 * The conditions that others have set, then the node's own; each transition time is that of the last change of its
 * status.
 */
function conditionsOf(facts: PodFacts, phase: string): PodCondition[] {
  const { pod, podAddresses, includesSandboxCondition, failure, now } = facts;
  const ready = readiness(facts, phase);
  const own: Record<string, Words> = {
    ...(failure?.disruption === undefined ? {} : { DisruptionTarget: disrupted(failure.disruption) }),
    ...(includesSandboxCondition
      ? {
          PodReadyToStartContainers: { status: podAddresses.length === 0 || isOver(phase) ? "False" : "True" } as const,
        }
      : {}),
    Initialized: initialization(facts, phase),
    Ready: ready.pod,
    ContainersReady: ready.containers,
    PodScheduled: TRUE,
  };
  const known = pod.status?.conditions ?? [];
  const time = timestamp(now);
  const made = Object.entries(own).map(([type, words]): PodCondition => {
    const before = known.find((condition) => condition.type === type);
    const since = before?.status === words.status ? before.lastTransitionTime : undefined;
    return { type, ...words, lastTransitionTime: since ?? time } as PodCondition;
  });
  return [...known.filter(({ type }) => own[type] === undefined), ...made];
}

const DISRUPTED = "TerminationByKubelet";
const disrupted = (message: string): Words => ({ status: "True", reason: DISRUPTED, message });

/** Conditions that only the pod's node writes. */
export const NODE_CONDITIONS: ReadonlySet<string> = new Set([
  "PodReadyToStartContainers",
  "Initialized",
  "Ready",
  "ContainersReady",
  "PodScheduled",
]);

/** Whether a node has set a condition that it reports: it leaves those of others as they are. */
export const isOfNode = ({ type, reason }: PodCondition): boolean =>
  NODE_CONDITIONS.has(type) || (type === "DisruptionTarget" && reason === DISRUPTED);

/** The status of a rejected pod: only the rejection, and other components' conditions. */
export function rejectedStatus(pod: NodePod, { reason, message }: PodFailure, startTime: string): PodStatus {
  const others = (pod.status?.conditions ?? []).filter(({ type }) => !NODE_CONDITIONS.has(type));
  const quality = pod.status?.qosClass === undefined ? {} : { qosClass: pod.status.qosClass };
  return { phase: "Failed", reason, message, startTime, conditions: others, ...quality } as PodStatus;
}

const isOver = (phase: string): boolean => phase === "Succeeded" || phase === "Failed";

function initialization({ parts, initialized, pod }: PodFacts, phase: string): Words {
  if ((pod.spec.initContainers ?? []).length === 0 || initialized || parts.some(hasBegun)) {
    return phase === "Succeeded" ? { status: "True", reason: "PodCompleted" } : TRUE;
  }
  const open = parts.filter((part) => isInit(part) && !hasDonePart(part)).map(({ status }) => status.name);
  return {
    status: "False",
    reason: "ContainersNotInitialized",
    message: `containers with incomplete status: [${open.join(" ")}]`,
  };
}

/** A main container that has ever run proves that the init containers had completed before. */
const hasBegun = ({ role, status: { state, lastState } }: StatusPart): boolean =>
  role === "main" && (state?.running ?? state?.terminated ?? lastState?.terminated) !== undefined;

const hasDonePart = ({ role, status }: StatusPart): boolean =>
  role === "sidecar" ? status.started === true : status.state?.terminated?.exitCode === 0;

function readiness({ pod, parts }: PodFacts, phase: string): { readonly containers: Words; readonly pod: Words } {
  const over = phase === "Succeeded" ? "PodCompleted" : phase === "Failed" ? "PodFailed" : undefined;
  if (over !== undefined) {
    const words: Words = { status: "False", reason: over };
    return { containers: words, pod: words };
  }
  const counted = parts.filter(({ role }) => role === "main" || role === "sidecar");
  const unready = counted.filter(({ status }) => !status.ready).map(({ status }) => status.name);
  if (unready.length > 0) {
    const message = `containers with unready status: [${unready.join(" ")}]`;
    const words: Words = { status: "False", reason: "ContainersNotReady", message };
    return { containers: words, pod: words };
  }
  const gates = (pod.spec.readinessGates ?? []).flatMap(({ conditionType }) => {
    const gate = pod.status?.conditions?.find(({ type }) => type === conditionType);
    if (gate?.status === "True") return [];
    return gate === undefined
      ? `corresponding condition of pod readiness gate "${conditionType}" does not exist.`
      : `the status of pod readiness gate "${conditionType}" is not "True", but ${gate.status}`;
  });
  const gated: Words = { status: "False", reason: "ReadinessGatesNotReady", message: gates.join(", ") };
  return { containers: TRUE, pod: gates.length === 0 ? TRUE : gated };
}
