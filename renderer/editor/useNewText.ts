import { useCallback, useEffect, useRef, useState } from "react";
import { dropDraft, readDraft, writeDraft } from "./drafts.ts";

/** Text of an object that does not exist yet: begins with `base`, or with what was typed and not created before. */
export function useNewText(cluster: string, key: string, base: string) {
  const [text, setText] = useState(() => readDraft(localStorage, cluster, key)?.text ?? base);
  const created = useRef(false);
  const latest = useRef(text);
  latest.current = text;
  useEffect(
    () => () => {
      if (!created.current) writeDraft(localStorage, cluster, key, { text: latest.current, base, at: Date.now() });
    },
    [cluster, key, base],
  );
  const drop = useCallback(() => {
    created.current = true;
    dropDraft(localStorage, cluster, key);
  }, [cluster, key]);
  return { text, setText, drop };
}
