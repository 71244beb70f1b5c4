/** Whose logs are shown, and which part of them. */
import type { ApiObject } from "../../shared/object.ts";
import { containersOf } from "../resources/kinds/podFacts.ts";
import { listAt, textAt } from "../resources/kinds/read.ts";

/** One container of one pod. */
export interface LogSource {
  /** Of the pod's uid and the container's name. */
  readonly key: string;
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  readonly kind: "init" | "sidecar" | "main" | "ephemeral";
  /** It prints no more: it ended for good, or its pod did. */
  readonly isOver: boolean;
}

export interface LogOptions {
  /** Lines of the last so many seconds; undefined for all. */
  readonly sinceSeconds: number | undefined;
  /** The last so many lines of each container; undefined for all. */
  readonly tailLines: number | undefined;
  /** The run before the present one. */
  readonly previous: boolean;
}

/** Containers that are followed at once at most. */
export const MAX_SOURCES = 40;
/** How many colours tell sources apart. */
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

/** What a source is called beside its lines: the shortest that tells it from the others. */
export function shortName(source: LogSource, all: readonly LogSource[]): string {
  const hasOnePod = all.every(({ pod }) => pod === source.pod);
  const hasOneContainer = all.every(({ container }) => container === source.container);
  if (hasOnePod) return source.container;
  return hasOneContainer ? source.pod : `${source.pod} ${source.container}`;
}

/** Which of the colours a source has, by its place among all that were ever there. */
export const hueOf = (place: number): number => place % HUES;
