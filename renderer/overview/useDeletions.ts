import { useEffect, useRef, useState } from "react";
import type { ApiObject } from "../../shared/object.ts";
import type { Deletion } from "./model/changeLines.ts";
import { goneFrom } from "./model/changeLines.ts";
import { KINDS, type Kind } from "./model/objectFinding.ts";
import type { LiveKinds } from "./useClusterObjects.ts";

/** Maximum number of deletions that are kept. */
const KEPT = 50;

/** The deletions since the page was opened, among the objects that it watches. */
export function useDeletions(live: LiveKinds): readonly Deletion[] {
  const [deletions, setDeletions] = useState<readonly Deletion[]>([]);
  const before = useRef(new Map<Kind, readonly ApiObject[]>());
  useEffect(() => {
    const found: Deletion[] = [];
    for (const kind of KINDS) {
      const { objects, state } = live[kind];
      // An incomplete list lacks objects that exist.
      if (!state.complete) continue;
      const known = before.current.get(kind);
      if (known === objects) continue;
      before.current.set(kind, objects);
      for (const object of goneFrom(known ?? [], objects)) found.push({ object, kind, time: Date.now() });
    }
    if (found.length > 0) setDeletions((kept) => [...found.slice(-KEPT).reverse(), ...kept].slice(0, KEPT));
  }, [live]);
  return deletions;
}
