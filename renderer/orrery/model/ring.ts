import type { Action } from "./action.ts";
import type { BodyKind } from "./bodies.ts";

/** The ring of the log: who wrote the last revisions of those that have been shown. */
export interface Ring {
  /** The newest revision; 0 where revisions are no numbers. */
  readonly revision: number;
  /** Kinds of the writers, one for each revision, the newest first. */
  readonly kinds: readonly BodyKind[];
}

/**
 * @param position number of actions that have been shown
 * @param size the most revisions of the ring
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
  // Revisions that no known action wrote belong to the server itself and to heartbeats: they have no mark.
  const kinds = [...writers].sort(([a], [b]) => b - a).map(([, kind]) => kind);
  return { revision, kinds: kinds.slice(0, size) };
}
