/** What the pod table says about a pod's containers. */
import type { ContainerStatus, Pod } from "kubernetes-types/core/v1";
import type { ObjectMeta } from "../../../shared/object.ts";
import { ageText } from "../columns/age.ts";
import { NONE } from "../columns/cells.ts";

/** The parts of a pod that the table looks at. */
export type PodView = Pick<Pod, "spec" | "status"> & { readonly metadata: ObjectMeta };

/** The cells that are computed together from a pod's containers. */
export interface PodSummary {
  /** `1/2`. */
  readonly ready: string;
  readonly reason: string;
  /** `3 (5m ago)`, without the time when it is not known. */
  readonly restarts: string;
}

/** Restarts so far, and when the last container ended before one. */
class RestartCount {
  total = 0;
  last: string | undefined;

  add(status: ContainerStatus): void {
    this.total += status.restartCount ?? 0;
    const finished = status.lastState?.terminated?.finishedAt ?? undefined;
    if (finished !== undefined && (this.last === undefined || finished > this.last)) this.last = finished;
  }

  text(now: number): string {
    return this.total !== 0 && this.last !== undefined
      ? `${this.total} (${ageText(this.last, now)} ago)`
      : String(this.total);
  }
}

/** How a container ended, for those that gave no reason. */
const endText = ({ signal, exitCode }: { signal?: number; exitCode?: number }): string =>
  signal !== undefined && signal !== 0 ? `Signal:${signal}` : `ExitCode:${exitCode ?? 0}`;

/**
 * Sums a pod up in a line. While init containers run, they are the news; then the first regular container with something to
 * tell is; a deletion under way outweighs both.
 */
export function podSummary(pod: PodView, now: number): PodSummary {
  const { spec, status } = pod;
  const sidecars = new Set(
    (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always").map(({ name }) => name),
  );
  let reason = (status?.reason ?? "") === "" ? (status?.phase ?? "") : (status?.reason ?? "");
  if (status?.conditions?.some((c) => c.type === "PodScheduled" && c.reason === "SchedulingGated") === true) {
    reason = "SchedulingGated";
  }
  let restarts = new RestartCount();
  const sidecarRestarts = new RestartCount();
  let ready = 0;
  let initializing = false;
  for (const [i, container] of (status?.initContainerStatuses ?? []).entries()) {
    restarts.add(container);
    const sidecar = sidecars.has(container.name);
    if (sidecar) sidecarRestarts.add(container);
    const { terminated, waiting } = container.state ?? {};
    if (terminated && (terminated.exitCode ?? 0) === 0) continue;
    if (sidecar && container.started === true) {
      if (container.ready) ready += 1;
      continue;
    }
    if (terminated) reason = `Init:${terminated.reason ? terminated.reason : endText(terminated)}`;
    else if (waiting?.reason && waiting.reason !== "PodInitializing") reason = `Init:${waiting.reason}`;
    else reason = `Init:${i}/${spec?.initContainers?.length ?? 0}`;
    initializing = true;
    break;
  }
  const initialized = status?.conditions?.some((c) => c.type === "Initialized" && c.status === "True") === true;
  if (!initializing || initialized) {
    restarts = sidecarRestarts;
    let running = false;
    for (const container of [...(status?.containerStatuses ?? [])].reverse()) {
      restarts.add(container);
      const { terminated, waiting, running: runs } = container.state ?? {};
      if (waiting?.reason) reason = waiting.reason;
      else if (terminated) reason = terminated.reason ? terminated.reason : endText(terminated);
      else if (container.ready && runs) {
        running = true;
        ready += 1;
      }
    }
    // Some containers have finished, others go on: the pod as a whole still runs.
    if (reason === "Completed" && running) {
      reason = status?.conditions?.some((c) => c.type === "Ready" && c.status === "True") ? "Running" : "NotReady";
    }
  }
  if (pod.metadata.deletionTimestamp !== undefined) {
    const finished = status?.phase === "Succeeded" || status?.phase === "Failed";
    if (status?.reason === "NodeLost") reason = "Unknown";
    else if (!finished) reason = "Terminating";
  }
  const total = (spec?.containers?.length ?? 0) + sidecars.size;
  return { ready: `${ready}/${total}`, reason, restarts: restarts.text(now) };
}

/** `1/2`: how many of the readiness gates are open. */
export function readinessGatesText({ spec, status }: PodView): string {
  const gates = spec?.readinessGates ?? [];
  if (gates.length === 0) return NONE;
  const open = gates.filter(({ conditionType }) =>
    status?.conditions?.some(({ type, status: state }) => type === conditionType && state === "True"),
  );
  return `${open.length}/${gates.length}`;
}

/** Row conditions of a finished pod. */
export function podRowConditions(
  phase: string | undefined,
): { type: string; status: string; reason: string; message: string }[] {
  if (phase === "Succeeded") {
    return [{ type: "Completed", status: "True", reason: "Succeeded", message: "The pod has completed successfully." }];
  }
  return phase === "Failed"
    ? [{ type: "Completed", status: "True", reason: "Failed", message: "The pod failed." }]
    : [];
}
