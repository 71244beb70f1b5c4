import type { ApiObject } from "../../../../shared/object.ts";
import { timestamp } from "../../../../shared/time.ts";
import { keyOf } from "../../informers/objectKey.ts";
import { podCondition, timeOf } from "../pods/podState.ts";

interface Known {
  readonly service: number | undefined;
  /** By the name of the pod. */
  readonly pods: ReadonlyMap<string, number>;
}

/**
 * Finds when the cause of a change of a service's endpoints happened: the service was created, or a pod became ready or
 * stopped being so. With it, users can measure how long endpoints take to follow. Seen times are remembered as long as
 * the service exists.
 */
export class TriggerTimes {
  readonly #known = new Map<string, Known>();

  /** The earliest time that is new since the last call for the service, RFC 3339; undefined when there is none. */
  next(service: ApiObject, pods: readonly ApiObject[]): string | undefined {
    const key = keyOf(service);
    const before = this.#known.get(key);
    const created = timeOf(service.metadata.creationTimestamp);
    const times = new Map<string, number>();
    const news: number[] = [];
    for (const pod of pods) {
      const name = pod.metadata.name ?? "";
      const time = timeOf(podCondition(pod, "Ready")?.lastTransitionTime);
      if (time === undefined) continue;
      times.set(name, time);
      if (time > (before?.pods.get(name) ?? Number.NEGATIVE_INFINITY)) news.push(time);
    }
    if (created !== undefined && created > (before?.service ?? Number.NEGATIVE_INFINITY)) news.push(created);
    this.#known.set(key, { service: created, pods: times });
    const earliest = before === undefined ? created : news.length === 0 ? undefined : Math.min(...news);
    return earliest === undefined ? undefined : timestamp(earliest);
  }

  /** @param key of the service that is gone */
  forget(key: string): void {
    this.#known.delete(key);
  }
}
