import type { ClusterEvent, EventKind } from "../queue/clusterEvents.ts";
import type { QueuedPod } from "../queue/schedulingQueue.ts";
import type { Plugin, QueueingHint } from "./plugin.ts";

export interface WeightedPlugin {
  readonly plugin: Plugin;
  readonly weight: number;
}

/** The plugins for the pods of one scheduler name; each list is in execution order. */
export interface Profile {
  readonly schedulerName: string;
  readonly filters: readonly Plugin[];
  readonly scorers: readonly WeightedPlugin[];
  readonly reservers: readonly Plugin[];
  /** Whether scheduling gates are checked. */
  readonly gates: boolean;
  /** Undefined when preemption is disabled. */
  readonly preemption: PreemptionSettings | undefined;
  /** The percentage of nodes to find before a search stops; 0 for a value that depends on their number. */
  readonly percentageOfNodesToScore: number;
}

export interface PreemptionSettings {
  readonly minCandidateNodesPercentage: number;
  readonly minCandidateNodesAbsolute: number;
}

/** Decides which events may help pods, by the hints of the plugins that rejected them. */
export interface Hints {
  /** The plugins with a hint for each kind of event. */
  readonly pluginsByEvent: ReadonlyMap<EventKind, ReadonlySet<string>>;
  helps(queued: Pick<QueuedPod, "pod" | "rejectedBy">, event: ClusterEvent): boolean;
}

export function hintsOf({ filters, reservers }: Profile): Hints {
  const byKind = new Map<EventKind, { readonly plugin: string; readonly hint: QueueingHint }[]>();
  const pluginsByEvent = new Map<EventKind, Set<string>>();
  for (const { name, hints = [] } of new Set([...filters, ...reservers])) {
    for (const hint of hints) {
      for (const kind of hint.on) {
        byKind.set(kind, [...(byKind.get(kind) ?? []), { plugin: name, hint }]);
        pluginsByEvent.set(kind, (pluginsByEvent.get(kind) ?? new Set()).add(name));
      }
    }
  }
  return {
    pluginsByEvent,
    helps: ({ pod, rejectedBy }, event) =>
      (byKind.get(event.kind) ?? []).some(
        ({ plugin, hint }) => rejectedBy.has(plugin) && (hint.helps === undefined || hint.helps(pod, event)),
      ),
  };
}
