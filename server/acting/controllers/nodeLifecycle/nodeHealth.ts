import type { Lease } from "kubernetes-types/coordination/v1";
import type { Node, NodeCondition } from "kubernetes-types/core/v1";
import { timestamp } from "../../../../shared/time.ts";
import { timeOf } from "../pods/podState.ts";
import type { NodeLifecycleOptions } from "./flags.ts";

/** The conditions that a node's agent reports, which become `Unknown` when the agent falls silent. */
const CONDITION_TYPES = ["Ready", "MemoryPressure", "DiskPressure", "PIDPressure"];

/** The status of a node's `Ready` condition; undefined when it has never been reported. */
export const readiness = ({ status }: Node): string | undefined =>
  status?.conditions?.find(({ type }) => type === "Ready")?.status;

/** Stores when each node last reported, by the controller's clock: the nodes' own clocks are not trusted. */
export class Heartbeats {
  readonly #gracePeriods: Pick<NodeLifecycleOptions, "nodeMonitorGracePeriod" | "nodeStartupGracePeriod">;
  readonly #heartbeats = new Map<string, { readonly value: string; readonly at: number }>();

  constructor(gracePeriods: Pick<NodeLifecycleOptions, "nodeMonitorGracePeriod" | "nodeStartupGracePeriod">) {
    this.#gracePeriods = gracePeriods;
  }

  /** Milliseconds until a node has been silent for too long; negative when it already has. @param now milliseconds */
  untilSilent(node: Node, lease: Lease | undefined, now: number): number {
    const { name = "", uid, creationTimestamp } = node.metadata ?? {};
    const ready = node.status?.conditions?.find(({ type }) => type === "Ready");
    const value = `${lease?.spec?.renewTime ?? ""} ${ready?.lastHeartbeatTime ?? ""} ${uid}`;
    const known = this.#heartbeats.get(name);
    const hasReported = ready !== undefined || lease !== undefined;
    const first = hasReported ? now : (timeOf(creationTimestamp) ?? now);
    const at = known === undefined ? first : known.value === value ? known.at : now;
    this.#heartbeats.set(name, { value, at });
    const { nodeMonitorGracePeriod, nodeStartupGracePeriod } = this.#gracePeriods;
    return at + (ready === undefined ? nodeStartupGracePeriod : nodeMonitorGracePeriod) - now;
  }

  /** Counts a node as having reported now. */
  recordHeartbeat(name: string, now: number): void {
    const known = this.#heartbeats.get(name);
    if (known !== undefined) this.#heartbeats.set(name, { ...known, at: now });
  }

  forget(name: string): void {
    this.#heartbeats.delete(name);
  }
}

/**
 * The `Unknown` conditions of a node whose agent is silent.
 * @returns undefined when its readiness is already unknown: then the other conditions stay, too
 */
export function unknownConditions(node: Node, now: number): NodeCondition[] | undefined {
  if (readiness(node) === "Unknown") return undefined;
  const known = node.status?.conditions ?? [];
  const time = timestamp(now);
  const silenced = known.map((condition) => {
    if (!CONDITION_TYPES.includes(condition.type) || condition.status === "Unknown") return condition;
    const reason = "NodeStatusUnknown";
    const message = "Kubelet stopped posting node status.";
    return { ...condition, status: "Unknown", reason, message, lastTransitionTime: time };
  });
  const since = node.metadata?.creationTimestamp ?? time;
  const missing = CONDITION_TYPES.filter((type) => known.every((condition) => condition.type !== type)).map((type) => ({
    type,
    status: "Unknown",
    reason: "NodeStatusNeverUpdated",
    message: "Kubelet never posted node status.",
    lastHeartbeatTime: since,
    lastTransitionTime: time,
  }));
  return [...silenced, ...missing];
}
