import type { Pod } from "kubernetes-types/core/v1";
import type { WorkLedger } from "../load/requestedWork.ts";
import { containerUsage, type Usage } from "../load/usage.ts";

/** Where what containers do for others is noted, and what time it is: milliseconds since the epoch. */
export interface Measuring {
  readonly work: Pick<WorkLedger, "of">;
  readonly now: number;
}

/** A container that runs, and what it took when it was last measured. */
export interface MeasuredContainer {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly usage: Usage;
}

/** What the containers of a pod that run took, by what its status says; those that were not measured yet are undefined. */
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

/** The same, once every container that runs was measured: undefined before, and where none runs. */
export function fullyMeasured(pod: Pod, measuring: Measuring): MeasuredContainer[] | undefined {
  const all = measured(pod, measuring);
  const known = all.filter((each) => each !== undefined);
  return known.length === 0 || known.length < all.length ? undefined : known;
}
