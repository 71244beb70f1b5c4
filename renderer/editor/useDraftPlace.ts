import { useMemo } from "react";
import type { DraftPlace } from "./drafts.ts";
import { windowId } from "./windowId.ts";

/** Where this window keeps its draft of an object; the same one as long as the object is. */
export const useDraftPlace = (cluster: string, path: string): DraftPlace =>
  useMemo(() => ({ cluster, path, window: windowId() }), [cluster, path]);
