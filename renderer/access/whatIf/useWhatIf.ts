import { useCallback, useMemo, useRef, useState } from "react";
import { useClusterScope } from "../../app/clusterContext.ts";
import { draftStorage } from "../../editor/drafts/draftStorage.ts";
import { useDebounced } from "../../ui/useDebounced.ts";
import { useAccess } from "../model/useAccessState.ts";
import { applyDraft } from "./applyDraft.ts";
import { keepWhatIf, readWhatIf, type WhatIf } from "./drafts.ts";
import { parseDrafts } from "./parseDrafts.ts";

const AFTER = 250;

/**
 * The drafted changes with their consequences. Stores them on every change, and computes the consequences when the user
 * pauses typing.
 */
export function useWhatIf() {
  const { cluster, vocabulary } = useClusterScope();
  const { roles, bindings, gaps } = useAccess();
  const [draft, setDraft] = useState<WhatIf>(() => readWhatIf(draftStorage(), cluster.id));
  const latest = useRef(draft);
  const change = useCallback(
    (next: Partial<WhatIf>): void => {
      latest.current = { ...latest.current, ...next };
      keepWhatIf(draftStorage(), cluster.id, latest.current);
      setDraft(latest.current);
    },
    [cluster.id],
  );
  const rested = useDebounced(draft.text, AFTER);
  const parsed = useMemo(() => parseDrafts(rested, vocabulary.rbacGroup), [rested, vocabulary]);
  const aggregates = !gaps.some((gap) => gap.resource === "clusterroles");
  const applied = useMemo(
    () => applyDraft({ roles, bindings }, parsed.objects, draft.removals, aggregates),
    [roles, bindings, parsed, draft.removals, aggregates],
  );
  return { draft, change, parsed, applied, settled: rested === draft.text };
}
