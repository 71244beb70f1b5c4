import { useCallback, useState } from "react";
import { draftStorage } from "../drafts/draftStorage.ts";
import { takeDraft } from "../drafts/drafts.ts";
import { useDraftPlace } from "../drafts/useDraftPlace.ts";
import { useKeptDraft } from "../drafts/useKeptDraft.ts";
import type { OpenedText } from "./openedText.ts";

/**
 * Text of an object that does not exist yet: starts with the text of an opened file, else with the draft of an earlier
 * text, else with `base`, which it follows until the user types. Opened files have separate drafts, so that they do not
 * replace typed text.
 */
export function useNewText(cluster: string, path: string, base: string, opened: OpenedText | undefined) {
  const place = useDraftPlace(cluster, opened === undefined ? path : `${path}/opened`);
  const [typed, setText] = useState(() => opened?.text ?? takeDraft(draftStorage(), place)?.text);
  const text = typed ?? base;
  const done = useKeptDraft(place, { text, base });
  return { text, setText, drop: useCallback(() => done(text), [done, text]) };
}
