import { eachApart } from "../../../store/cache/eachApart.ts";
import type { AuditSink } from "./auditSink.ts";

/** One event with its place in the order in which they came. */
export interface RecentEvent {
  /** Rises by one from event to event, from 1 on. */
  readonly sequence: number;
  readonly json: string;
}

/** The latest events, in memory. */
export interface RecentEvents extends AuditSink {
  /** Those after a place, oldest first; those that are forgotten already are left out. @param after 0 for all */
  since(after: number): readonly RecentEvent[];
  /** Place of the newest event; 0 before the first. */
  readonly last: number;
  /** Calls back after events came; returns what ends that. */
  follow(onEvents: () => void): () => void;
}

export interface RecentEventsOptions {
  readonly maxEvents: number;
  /** Characters of all events together. */
  readonly maxSize: number;
}

/** Keeps the latest events within bounds; what is older is forgotten. */
export function recentEvents({ maxEvents, maxSize }: RecentEventsOptions): RecentEvents {
  const followers = new Set<() => void>();
  let kept: RecentEvent[] = [];
  let size = 0;
  let last = 0;
  /** Places at the beginning that are forgotten; given back now and then, so that forgetting one costs no copy. */
  let gone = 0;
  return {
    process(events) {
      for (const { json } of events) {
        if (json.length > maxSize) continue;
        last += 1;
        kept.push({ sequence: last, json });
        size += json.length;
        for (; kept.length - gone > maxEvents || size > maxSize; gone++) size -= kept[gone]?.json.length ?? 0;
      }
      if (gone > maxEvents) {
        kept = kept.slice(gone);
        gone = 0;
      }
      try {
        eachApart(followers, (follower) => follower());
      } catch (error) {
        // The events are recorded, even if a reader of them fails.
        process.emitWarning(error instanceof Error ? error : String(error));
      }
      return true;
    },
    since(after) {
      const first = kept[gone]?.sequence ?? last + 1;
      return kept.slice(gone + Math.max(0, after + 1 - first));
    },
    get last() {
      return last;
    },
    follow(onEvents) {
      followers.add(onEvents);
      return () => followers.delete(onEvents);
    },
    close: async () => {
      kept = [];
      followers.clear();
    },
  };
}
