import { useCallback, useEffect, useRef } from "react";
import { useHeldInput } from "../../ui/layers/heldInput.ts";
import { draftStorage } from "./draftStorage.ts";
import { type DraftPlace, dropDraft, writeDraft } from "./drafts.ts";

/** Milliseconds after the last change until the draft is stored. */
const SAVE_DELAY = 300;

/**
 * Stores typed text as a draft: soon after every change, so that a crash loses little, and when the user leaves the
 * view or the page, so that nothing is lost. The view is kept as long as there is such text.
 *
 * @returns a function to call when the text was sent and need not be stored any more
 */
export function useKeptDraft(
  place: DraftPlace,
  { text, base }: { text: string; base: string },
): (sent: string) => void {
  const done = useRef<string>(undefined);
  const latest = useRef({ text, base });
  latest.current = { text, base };
  useHeldInput(text !== base);
  const keep = useCallback((): void => {
    const { text: typed, base: begun } = latest.current;
    const draft = { text: typed, base: typed === done.current ? typed : begun, at: Date.now() };
    writeDraft(draftStorage(), place, draft);
  }, [place]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the text is to be kept
  useEffect(() => {
    const timer = setTimeout(keep, SAVE_DELAY);
    return () => clearTimeout(timer);
  }, [keep, text, base]);

  useEffect(() => {
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      keep();
    };
  }, [keep]);

  return useCallback(
    (sent: string): void => {
      done.current = sent;
      dropDraft(draftStorage(), place);
    },
    [place],
  );
}
