/** The containers whose logs are shown, and which part of each log. */
import type { ApiObject } from "../../shared/object.ts";
import { containersOf } from "../resources/kinds/facts/podFacts.ts";
import { listAt, textAt } from "../resources/kinds/read.ts";

/** One container of one pod. */
export interface LogSource {
  /** Made of the pod's uid and the container's name. */
  readonly key: string;
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  readonly kind: "init" | "sidecar" | "main" | "ephemeral";
  /** Whether it will print no more: the container or its pod has ended for good. */
  readonly isOver: boolean;
}

export interface LogOptions {
  /** Only lines of the last `sinceSeconds` seconds; undefined for all. */
  readonly sinceSeconds: number | undefined;
  /** Only the last `tailLines` lines of each container; undefined for all. */
  readonly tailLines: number | undefined;
  /** Whether to show the previous run of the container. */
  readonly previous: boolean;
}

/** Limit of containers that are followed at the same time. */
export const MAX_SOURCES = 40;
/** Number of colours for sources. */
const HUES = 8;

/** The containers of pods that may have printed something, in the order of the pods' ages. */
export function sourcesOf(pods: readonly ApiObject[]): LogSource[] {
  const ordered = [...pods].sort((a, b) =>
    compare(a.metadata.creationTimestamp ?? "", b.metadata.creationTimestamp ?? ""),
  );
  return ordered.flatMap((pod) => {
    const { uid = "", namespace = "", name = "" } = pod.metadata;
    const isPodOver = ["Succeeded", "Failed"].includes(textAt(pod, "status.phase"));
    return containersOf(pod["spec"], pod["status"]).map(
      ({ name: container, kind }): LogSource => ({
        key: `${uid}/${container}`,
        namespace,
        pod: name,
        container,
        kind,
        isOver: isPodOver || ((kind === "init" || kind === "ephemeral") && hasEnded(pod, container)),
      }),
    );
  });
}

function hasEnded(pod: ApiObject, container: string): boolean {
  const statuses = ["initContainerStatuses", "ephemeralContainerStatuses"].flatMap((field) =>
    listAt(pod, `status.${field}`),
  );
  const status = statuses.find((each) => textAt(each, "name") === container);
  return textAt(status, "state.terminated.reason") !== "" || textAt(status, "state.terminated.exitCode") !== "";
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The name of a source beside its lines: the shortest that distinguishes it from the others. */
export function shortName(source: LogSource, all: readonly LogSource[]): string {
  const hasOnePod = all.every(({ pod }) => pod === source.pod);
  const hasOneContainer = all.every(({ container }) => container === source.container);
  if (hasOnePod) return source.container;
  return hasOneContainer ? source.pod : `${source.pod} ${source.container}`;
}

/** The colour of a source, by its index among all sources seen so far. */
export const hueOf = (place: number): number => place % HUES;
