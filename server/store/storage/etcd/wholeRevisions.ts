import type { WatchedEvent, WatchResponse } from "./protocol/messages.ts";

const revisionOf = (event: WatchedEvent | undefined): number => event?.kv?.modRevision ?? 0;

/** Joins etcd's fragments, so that watchers never see part of a revision. */
export class WholeRevisions {
  #waiting: WatchedEvent[] = [];

  /** The events of revisions that are complete after this response, in order. */
  take({ events, fragment }: Pick<WatchResponse, "events" | "fragment">): readonly WatchedEvent[] {
    const known = this.#waiting.length === 0 ? events : [...this.#waiting, ...events];
    if (!fragment) {
      this.#waiting = [];
      return known;
    }
    // The last revision may continue in the next response; those before it are complete.
    const last = revisionOf(known.at(-1));
    const complete = known.filter((event) => revisionOf(event) < last);
    this.#waiting = known.slice(complete.length);
    return complete;
  }
}
