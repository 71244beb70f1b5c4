import type { Action } from "./action.ts";
import type { BodyKind } from "./bodies.ts";

/** The ring of the log: the authors of the last revisions that were shown. */
export interface Ring {
  /** The newest revision; 0 if revisions are not numbers. */
  readonly revision: number;
  /** Kinds of the authors, one per revision, the newest first. */
  readonly kinds: readonly BodyKind[];
}

/**
 * @param position number of actions that have been shown
 * @param size maximum number of revisions in the ring
 */
export function ringOf(actions: readonly Action[], position: number, size: number): Ring {
  const writers = new Map<number, BodyKind>();
  let revision = 0;
  for (let i = position - 1; i >= 0; i--) {
    const { kind, writes } = actions[i] as Action;
    for (const write of writes) {
      const number = Number(write.revision) || 0;
      if (number > 0) writers.set(number, kind === "client" || kind === "server" ? "people" : kind);
      revision = Math.max(revision, number);
    }
    if (writers.size > 0 && writers.size >= size) break;
  }
  // Revisions without a known action come from the server itself and from heartbeats: they have no mark.
  const kinds = [...writers].sort(([a], [b]) => b - a).map(([, kind]) => kind);
  return { revision, kinds: kinds.slice(0, size) };
}
