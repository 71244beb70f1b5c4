import { BoundedMap } from "../../../../shared/collections/boundedMap.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { steadyNow } from "../../../ground/timing/steadyNow.ts";
import type { Informer } from "../../informers/informers.ts";
import { asPod, isActive } from "./podState.ts";

/** Number of pods of a namespace without a node from which it is crowded. */
export const CROWD = 5000;
/**
 * Pods that a controller creates in a crowded namespace at once, and then per second: as many as the client rate limit
 * of the reference's controllers lets them create everywhere.
 */
export const CROWDED = { atOnce: 30, perSecond: 20 } as const;
/** Milliseconds after which a controller creates further pods in a crowded namespace. */
export const CROWDED_PAUSE = 1000;
/** Maximum number of namespaces whose pace is remembered. */
const NAMESPACES = 10_000;

/** Indexes the pods that have neither ended nor got a node, by their namespace. */
export const unplacedNamespace = (pod: ApiObject): string[] =>
  isActive(pod) && (asPod(pod).spec?.nodeName ?? "") === "" ? [pod.metadata.namespace ?? ""] : [];

/**
 * How fast a controller creates pods. A workload of two billion replicas must not fill the memory and keep the process
 * busy, so creation is limited where very many pods wait for a node. Elsewhere it is not, however large a workload is:
 * the scheduler makes room for more.
 */
export class PodPace {
  readonly #pods: Pick<Informer, "count" | "indexed">;
  readonly #now: () => number;
  /** What each crowded namespace may still get, and when that was. */
  readonly #left = new BoundedMap<string, { readonly pods: number; readonly at: number }>({ entries: NAMESPACES });

  /** @param now milliseconds of a clock that is never set: the limit protects the process, whatever a sandbox's time does */
  constructor(pods: Pick<Informer, "count" | "indexed">, now: () => number = steadyNow) {
    this.#pods = pods;
    this.#now = now;
  }

  /** Resolves when pods can be counted. */
  ready(): Promise<void> {
    return this.#pods.indexed(unplacedNamespace);
  }

  /** How many of the wanted pods may be created now; they count as created. */
  take(namespace: string, wanted: number): number {
    const free = Math.max(0, CROWD - this.#pods.count(unplacedNamespace, namespace));
    if (wanted <= free) return wanted;
    const at = this.#now();
    const before = this.#left.get(namespace) ?? { pods: CROWDED.atOnce, at };
    const left = Math.min(CROWDED.atOnce, before.pods + ((at - before.at) / 1000) * CROWDED.perSecond);
    const extra = Math.min(wanted - free, Math.floor(left));
    this.#left.set(namespace, { pods: left - extra, at });
    return free + extra;
  }
}
