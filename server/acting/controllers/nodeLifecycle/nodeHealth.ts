import type { Lease } from "kubernetes-types/coordination/v1";
import type { Node, NodeCondition } from "kubernetes-types/core/v1";
import { timestamp } from "../../../../shared/time.ts";

/** How long a node may be silent, in milliseconds: one that has reported before, and one that never has. */
const GRACE = 50_000;
const STARTUP_GRACE = 60_000;

/** The conditions that a node's agent reports, which become unknown when the agent falls silent. */
const TOLD = ["Ready", "MemoryPressure", "DiskPressure", "PIDPressure"];

/** When each node last reported, by the controller's clock: the nodes' own clocks are not trusted. */
export class Heartbeats {
  readonly #heard = new Map<string, { readonly what: string; readonly at: number }>();

  /** Milliseconds until a node has been silent for too long; none or less when it has. @param now milliseconds */
  untilSilent(node: Node, lease: Lease | undefined, now: number): number {
    const name = node.metadata?.name ?? "";
    const ready = node.status?.conditions?.find(({ type }) => type === "Ready");
    const what = `${lease?.spec?.renewTime ?? ""} ${ready?.lastHeartbeatTime ?? ""} ${node.metadata?.uid}`;
    const known = this.#heard.get(name);
    const at = known?.what === what ? known.at : now;
    this.#heard.set(name, { what, at });
    return at + (ready === undefined ? STARTUP_GRACE : GRACE) - now;
  }

  forget(name: string): void {
    this.#heard.delete(name);
  }
}

/**
 * The conditions of a node whose agent is silent: unknown.
 * @returns undefined when they say so already
 */
export function unknownConditions(node: Node, now: number): NodeCondition[] | undefined {
  const known = node.status?.conditions ?? [];
  const time = timestamp(now);
  const silent = TOLD.map((type): NodeCondition => {
    const before = known.find((condition) => condition.type === type);
    if (before === undefined) {
      const since = node.metadata?.creationTimestamp ?? time;
      return {
        type,
        status: "Unknown",
        reason: "NodeStatusNeverUpdated",
        message: "Kubelet never posted node status.",
        lastHeartbeatTime: since,
        lastTransitionTime: time,
      };
    }
    if (before.status === "Unknown") return before;
    return {
      ...before,
      status: "Unknown",
      reason: "NodeStatusUnknown",
      message: "Kubelet stopped posting node status.",
      lastTransitionTime: time,
    };
  });
  const isTold = silent.every((condition) => known.some((before) => before === condition));
  return isTold ? undefined : [...known.filter(({ type }) => !TOLD.includes(type)), ...silent];
}
