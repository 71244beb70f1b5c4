import type { ApiObject } from "../../../../../shared/object.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import type { ObjectChange } from "../../../../store/cache/reader.ts";
import type { EventWords } from "../../../events/eventWords.ts";
import type { Informer } from "../../../informers/informers.ts";
import { keyOf } from "../../../informers/objectKey.ts";
import { asService } from "../../serviceEndpoints/servicePods.ts";
import type { SliceChanges } from "../slices.ts";
import { awareHints, isOverloaded, type ZoneCounts } from "./awareHints.ts";
import { withCloseHints, withoutHints } from "./closeHints.ts";
import { type ZoneRatios, zoneRatios } from "./zoneShares.ts";

export interface HintedChanges {
  readonly changes: SliceChanges;
  readonly events: readonly EventWords[];
}

/**
 * Sets the zone hints of a service's endpoints as the service requests: in proportion to the nodes' CPU with the
 * topology annotation, to their own zone with a traffic distribution, or none.
 */
export class ServiceHints {
  readonly #vocabulary: Vocabulary;
  readonly #nodes: Informer;
  /** By the service's key, then by address type: the zone counts of services with topology-aware hints. */
  readonly #counts = new Map<string, Map<string, ZoneCounts>>();
  readonly #hinted = new Set<string>();
  #ratios: { readonly current: ZoneRatios | undefined } | undefined;

  constructor(vocabulary: Vocabulary, nodes: Informer) {
    this.#vocabulary = vocabulary;
    this.#nodes = nodes;
  }

  /** @param addressType of all slices in the changes */
  apply(service: ApiObject, addressType: string, changes: SliceChanges): HintedChanges {
    const key = keyOf(service);
    const eventOf = (type: EventWords["type"], reason: string, message: string): EventWords => ({
      type,
      reason: `TopologyAwareHints${reason}`,
      message: `${message}, addressType: ${addressType}`,
    });
    const wasHinted = this.#hinted.has(key);
    if (!this.#isByTopology(service)) {
      this.forget(key, addressType);
      const events = wasHinted ? [eventOf("Warning", "Disabled", "Topology Aware Hints has been disabled")] : [];
      const isClose = asService(service).spec?.trafficDistribution === "PreferClose";
      return { changes: isClose ? withCloseHints(changes) : withoutHints(changes), events };
    }
    const aware = awareHints(changes, this.#zoneRatios());
    if ("problem" in aware) {
      this.forget(key, addressType);
      return { changes: withoutHints(changes), events: [eventOf("Warning", "Disabled", aware.problem)] };
    }
    const counts = this.#counts.get(key) ?? new Map<string, ZoneCounts>();
    this.#counts.set(key, counts.set(addressType, aware.counts));
    this.#hinted.add(key);
    const events = wasHinted ? [] : [eventOf("Normal", "Enabled", "Topology Aware Hints has been enabled")];
    return { changes: aware.changes, events };
  }

  /** @param addressType default: all */
  forget(key: string, addressType?: string): void {
    const counts = this.#counts.get(key);
    if (addressType !== undefined) counts?.delete(addressType);
    if (addressType === undefined || counts?.size === 0) this.#counts.delete(key);
    this.#hinted.delete(key);
  }

  /** The keys of services whose endpoints are overloaded after a change of a node. */
  overloadedBy(change: ObjectChange): string[] {
    if (!isRelevantChange(change)) return [];
    this.#ratios = undefined;
    if (this.#counts.size === 0) return [];
    return [...this.#counts].flatMap(([key, counts]) =>
      [...counts.values()].some((each) => isOverloaded(each, this.#zoneRatios())) ? [key] : [],
    );
  }

  #isByTopology({ metadata: { annotations = {} } }: ApiObject): boolean {
    const value = (name: string) => annotations[this.#vocabulary.render(`service.{labelDomain}/${name}`)];
    // The older annotation takes precedence.
    return /^[Aa]uto$/.test(value("topology-aware-hints") ?? value("topology-mode") ?? "");
  }

  /** Computed lazily, and again only after nodes have changed. */
  #zoneRatios(): ZoneRatios | undefined {
    this.#ratios ??= { current: zoneRatios(this.#nodes.list(), this.#vocabulary) };
    return this.#ratios.current;
  }
}

/** Whether a change of a node matters; heartbeats do not. */
function isRelevantChange({ type, object, previous }: ObjectChange): boolean {
  if (type !== "modified" || previous === undefined) return true;
  const comparableText = ({ metadata, ...node }: ApiObject): string => {
    const { allocatable, conditions = [] } = (node["status"] ?? {}) as {
      allocatable?: Record<string, string>;
      conditions?: { type: string; status: string }[];
    };
    return JSON.stringify([
      metadata.labels,
      allocatable?.["cpu"],
      conditions.find((each) => each.type === "Ready")?.status,
    ]);
  };
  return comparableText(previous) !== comparableText(object);
}
