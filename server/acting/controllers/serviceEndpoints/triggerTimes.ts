import { minOf } from "../../../../shared/collections/extremes.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { timestamp } from "../../../../shared/time.ts";
import { keyOf } from "../../informers/objectKey.ts";
import { podCondition, timeOf } from "../pods/podState.ts";

interface Known {
  readonly service: number | undefined;
  /** Times by pod name. */
  readonly pods: ReadonlyMap<string, number>;
}

/**
 * Finds the time of the event that caused a change of a service's endpoints: the creation of the service, or a change
 * of a pod's readiness. With it, users can measure how long endpoints take to follow. Reported times are remembered as
 * long as the service exists.
 */
export class TriggerTimes {
  readonly #known = new Map<string, Known>();

  /** The earliest time that was not reported yet for the service, as RFC 3339; undefined when there is none. */
  next(service: ApiObject, pods: readonly ApiObject[]): string | undefined {
    const key = keyOf(service);
    const before = this.#known.get(key);
    const created = timeOf(service.metadata.creationTimestamp);
    const times = new Map<string, number>();
    const newTimes: number[] = [];
    for (const pod of pods) {
      const name = pod.metadata.name ?? "";
      const time = timeOf(podCondition(pod, "Ready")?.lastTransitionTime);
      if (time === undefined) continue;
      times.set(name, time);
      if (time > (before?.pods.get(name) ?? Number.NEGATIVE_INFINITY)) newTimes.push(time);
    }
    if (created !== undefined && created > (before?.service ?? Number.NEGATIVE_INFINITY)) newTimes.push(created);
    this.#known.set(key, { service: created, pods: times });
    const earliest = before === undefined ? created : newTimes.length === 0 ? undefined : minOf(newTimes);
    return earliest === undefined ? undefined : timestamp(earliest);
  }

  /** @param key of the deleted service */
  forget(key: string): void {
    this.#known.delete(key);
  }
}
