import type { Pod } from "kubernetes-types/core/v1";
import type { WorkLedger } from "../load/requestedWork.ts";
import { containerUsage, type Usage } from "../load/usage.ts";

/** The work that containers did for requests, and the current time in milliseconds since the epoch. */
export interface Measuring {
  readonly work: Pick<WorkLedger, "of">;
  readonly now: number;
}

/** A running container, and its usage at the last measurement. */
export interface MeasuredContainer {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly usage: Usage;
}

/** The usage of the containers that run according to the pod's status; undefined entries are not measured yet. */
export function measured({ metadata, spec, status }: Pod, { work, now }: Measuring): (MeasuredContainer | undefined)[] {
  const { uid = "", annotations = {} } = metadata ?? {};
  const { initContainerStatuses = [], containerStatuses = [], ephemeralContainerStatuses = [] } = status ?? {};
  const running = [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses].filter(
    ({ state }) => state?.running !== undefined,
  );
  const specs = [...(spec?.initContainers ?? []), ...(spec?.containers ?? []), ...(spec?.ephemeralContainers ?? [])];
  return running.map(({ name, state }) => {
    const container = specs.find((each) => each.name === name);
    const startedAt = Date.parse(state?.running?.startedAt ?? "");
    if (container === undefined || Number.isNaN(startedAt)) return undefined;
    const usage = containerUsage({ spec: container, uid, annotations, startedAt, work: work.of(uid, name) }, now);
    return usage && { name, startedAt, usage };
  });
}

/** The same, but undefined unless all running containers were measured, and when none runs. */
export function fullyMeasured(pod: Pod, measuring: Measuring): MeasuredContainer[] | undefined {
  const all = measured(pod, measuring);
  const known = all.filter((each) => each !== undefined);
  return known.length === 0 || known.length < all.length ? undefined : known;
}
