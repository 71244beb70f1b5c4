import { useCallback, useState } from "react";
import { draftStorage } from "./draftStorage.ts";
import { takeDraft } from "./drafts.ts";
import type { OpenedText } from "./openedText.ts";
import { useDraftPlace } from "./useDraftPlace.ts";
import { useKeptDraft } from "./useKeptDraft.ts";

/**
 * Text of an object that does not exist yet: begins with the text of a file that was opened, else with what was typed and not
 * created before, else with `base`. Opened files have a draft of their own, so that what was typed is not lost to one.
 */
export function useNewText(cluster: string, path: string, base: string, opened: OpenedText | undefined) {
  const place = useDraftPlace(cluster, opened === undefined ? path : `${path}/opened`);
  const [text, setText] = useState(() => opened?.text ?? takeDraft(draftStorage(), place)?.text ?? base);
  const done = useKeptDraft(place, { text, base });
  return { text, setText, drop: useCallback(() => done(text), [done, text]) };
}
