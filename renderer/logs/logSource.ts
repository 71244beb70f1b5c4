/** The containers whose logs to show, and the parts of the logs to read. */
import type { ApiObject } from "../../shared/object.ts";
import { containersOf } from "../resources/kinds/facts/podFacts.ts";
import { listAt, textAt } from "../resources/kinds/read.ts";

/** One container of one pod. */
export interface LogSource {
  /** Consists of the pod's uid and the container's name. */
  readonly key: string;
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  readonly kind: "init" | "sidecar" | "main" | "ephemeral";
  /** Whether the container or its pod has ended for good and will print no more. */
  readonly isOver: boolean;
}

export interface LogOptions {
  /** Maximum age of the lines in seconds; undefined for all. */
  readonly sinceSeconds: number | undefined;
  /** Maximum number of lines per container; undefined for all. */
  readonly tailLines: number | undefined;
  /** Whether to read the log of the container's previous run. */
  readonly previous: boolean;
}

/** Maximum number of containers to follow at the same time. */
export const MAX_SOURCES = 40;
/** Number of colours for sources. */
const HUES = 8;

/** The containers of pods that may have printed something, sorted by the pods' ages. */
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

/** The label of a source next to its lines: the shortest name that distinguishes it from the others. */
export function shortName(source: LogSource, all: readonly LogSource[]): string {
  const hasOnePod = all.every(({ pod }) => pod === source.pod);
  const hasOneContainer = all.every(({ container }) => container === source.container);
  if (hasOnePod) return source.container;
  return hasOneContainer ? source.pod : `${source.pod} ${source.container}`;
}

/** The colour of a source, by its index among all sources seen so far. */
export const hueOf = (place: number): number => place % HUES;
