import { useMemo } from "react";
import type { DraftPlace } from "./drafts.ts";
import { windowId } from "./windowId.ts";

/** The place of this window's draft of an object; the same value for the same object. */
export const useDraftPlace = (cluster: string, path: string): DraftPlace =>
  useMemo(() => ({ cluster, path, window: windowId() }), [cluster, path]);
