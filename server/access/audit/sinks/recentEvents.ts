import { forEachIsolated } from "../../../store/cache/forEachIsolated.ts";
import type { AuditSink } from "./auditSink.ts";

/** An event with its sequence number. */
export interface RecentEvent {
  /** Starts at 1 and increases by one with each event. */
  readonly sequence: number;
  readonly json: string;
}

/** The latest events, kept in memory. */
export interface RecentEvents extends AuditSink {
  /** The kept events after a sequence number, oldest first. @param after 0 for all */
  since(after: number): readonly RecentEvent[];
  /** Sequence number of the newest event; 0 before the first. */
  readonly last: number;
  /** Calls the listener after new events. Returns a function that unsubscribes. */
  follow(onEvents: () => void): () => void;
}

export interface RecentEventsOptions {
  readonly maxEvents: number;
  /** Maximum number of characters of all events together. */
  readonly maxSize: number;
}

/** Keeps the latest events within limits, and drops older ones. */
export function recentEvents({ maxEvents, maxSize }: RecentEventsOptions): RecentEvents {
  const followers = new Set<() => void>();
  let kept: RecentEvent[] = [];
  let size = 0;
  let last = 0;
  /**
   * Number of dropped entries at the start of `kept`. They are removed from the array in bulk, so that dropping one
   * costs no copy.
   */
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
        forEachIsolated(followers, (follower) => follower());
      } catch (error) {
        // The events are recorded even if a reader throws.
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
