import { useEffect, useRef, useState } from "react";
import type { ApiObject } from "../../shared/object.ts";
import { goneFrom, type SeenChange, withRemovals } from "./model/changeLines.ts";
import { KINDS, type Kind } from "./model/objectFinding.ts";
import type { LiveKinds } from "./useClusterObjects.ts";

/** Maximum number of changes that are kept. */
const KEPT = 50;

/**
 * The deletions, and the changes that objects do not record, since the page was opened, among the objects that it watches.
 */
export function useSeenChanges(live: LiveKinds): readonly SeenChange[] {
  const [changes, setChanges] = useState<readonly SeenChange[]>([]);
  const before = useRef(new Map<Kind, readonly ApiObject[]>());
  useEffect(() => {
    const found: SeenChange[] = [];
    const time = Date.now();
    for (const kind of KINDS) {
      const { objects, state } = live[kind];
      // An incomplete list lacks objects that exist.
      if (!state.complete) continue;
      const known = before.current.get(kind);
      if (known === objects) continue;
      before.current.set(kind, objects);
      if (known === undefined) continue;
      for (const object of goneFrom(known, objects)) found.push({ verb: "deleted", object, kind, time });
      for (const object of withRemovals(known, objects)) found.push({ verb: "changed", object, kind, time });
    }
    if (found.length > 0) setChanges((kept) => [...found.slice(-KEPT).reverse(), ...kept].slice(0, KEPT));
  }, [live]);
  return changes;
}
