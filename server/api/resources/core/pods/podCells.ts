/** Cells of the pod table about a pod's containers. */
import type { ContainerStatus, Pod } from "kubernetes-types/core/v1";
import type { ObjectMeta } from "../../../../../shared/object.ts";
import { ageText } from "../../../registry/columns/age.ts";
import { NONE } from "../../../registry/columns/cells.ts";

/** The parts of a pod that the table reads. */
export type PodView = Pick<Pod, "spec" | "status"> & { readonly metadata: ObjectMeta };

/** The cells that are computed together in one pass over a pod's containers. */
export interface PodSummary {
  /** `1/2`. */
  readonly ready: string;
  readonly reason: string;
  /** `3 (5m ago)`, without the time when it is unknown. */
  readonly restarts: string;
}

/** Counts restarts, and remembers the latest time at which a container ended before one. */
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

/** How a container ended, when it reported no reason. */
const endText = ({ signal, exitCode }: { signal?: number; exitCode?: number }): string =>
  signal !== undefined && signal !== 0 ? `Signal:${signal}` : `ExitCode:${exitCode ?? 0}`;

/** The result for one group of containers: init or regular ones. */
interface Round {
  /** The status text, if the containers determine one. */
  readonly reason?: string;
  /** How many of the containers count as ready. */
  readonly ready: number;
}

const holds = ({ status }: PodView, condition: string): boolean =>
  status?.conditions?.some(({ type, status: state }) => type === condition && state === "True") === true;

/**
 * Visits the init containers up to the first unfinished one, which determines the status text. Adds up their restarts
 * in `restarts`.
 */
function initRound(
  { spec, status }: PodView,
  sidecars: ReadonlySet<string>,
  restarts: { readonly all: RestartCount; readonly sidecars: RestartCount },
): Round {
  let ready = 0;
  for (const [i, container] of (status?.initContainerStatuses ?? []).entries()) {
    restarts.all.add(container);
    const sidecar = sidecars.has(container.name);
    if (sidecar) restarts.sidecars.add(container);
    const { terminated, waiting } = container.state ?? {};
    if (terminated && (terminated.exitCode ?? 0) === 0) continue;
    if (sidecar && container.started === true) {
      if (container.ready) ready += 1;
      continue;
    }
    if (terminated) return { ready, reason: `Init:${terminated.reason ? terminated.reason : endText(terminated)}` };
    if (waiting?.reason && waiting.reason !== "PodInitializing") return { ready, reason: `Init:${waiting.reason}` };
    return { ready, reason: `Init:${i}/${spec?.initContainers?.length ?? 0}` };
  }
  return { ready };
}

/** Visits the regular containers: the first one that is not simply running determines the status text. */
function mainRound(pod: PodView, before: string, restarts: RestartCount): Round {
  let reason = before;
  let ready = 0;
  for (const container of [...(pod.status?.containerStatuses ?? [])].reverse()) {
    restarts.add(container);
    const { terminated, waiting, running } = container.state ?? {};
    if (waiting?.reason) reason = waiting.reason;
    else if (terminated) reason = terminated.reason ? terminated.reason : endText(terminated);
    else if (container.ready && running) ready += 1;
  }
  // Some containers have finished, others still run, so the pod as a whole still runs.
  if (reason === "Completed" && ready > 0) reason = holds(pod, "Ready") ? "Running" : "NotReady";
  return { reason, ready };
}

/**
 * Summarises a pod for its table row. While init containers run, they determine the status text, then the first regular
 * container that is not simply running. A deletion under way overrides both.
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
  const counts = { all: new RestartCount(), sidecars: new RestartCount() };
  let restarts = counts.all;
  const init = initRound(pod, sidecars, counts);
  reason = init.reason ?? reason;
  let { ready } = init;
  // Here the first condition of the type counts; elsewhere any of them does.
  const initialized = status?.conditions?.find(({ type }) => type === "Initialized")?.status === "True";
  if (init.reason === undefined || initialized) {
    restarts = counts.sidecars;
    const main = mainRound(pod, reason, restarts);
    reason = main.reason ?? reason;
    ready += main.ready;
  }
  if (pod.metadata.deletionTimestamp !== undefined) {
    const finished = status?.phase === "Succeeded" || status?.phase === "Failed";
    if (status?.reason === "NodeLost") reason = "Unknown";
    else if (!finished) reason = "Terminating";
  }
  const total = (spec?.containers?.length ?? 0) + sidecars.size;
  return { ready: `${ready}/${total}`, reason, restarts: restarts.text(now) };
}

/** `1/2`: how many of the readiness gates are satisfied. */
export function readinessGatesText({ spec, status }: PodView): string {
  const gates = spec?.readinessGates ?? [];
  if (gates.length === 0) return NONE;
  const open = gates.filter(
    ({ conditionType }) => status?.conditions?.find(({ type }) => type === conditionType)?.status === "True",
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
