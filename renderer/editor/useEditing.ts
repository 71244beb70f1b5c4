import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ApiObject } from "../../shared/object.ts";
import { draftStorage } from "./drafts/draftStorage.ts";
import { dropDraft, takeDraft } from "./drafts/drafts.ts";
import { useDraftPlace } from "./drafts/useDraftPlace.ts";
import { useKeptDraft } from "./drafts/useKeptDraft.ts";
import { type EditingState, follow, isDirty, restart, serverTextOf, settle } from "./editingState.ts";
import { editingText } from "./editingText.ts";
import { askAboutText } from "./text/askAboutText.ts";

export interface Editing {
  text: string;
  /** The text that the edit started from. */
  base: string;
  /** The text of the server's current object. */
  serverText: string;
  dirty: boolean;
  /** Whether the server's object has changed since the edit began, and the user has typed text. */
  moved: boolean;
  /** Time of the restored draft; undefined when none was restored. */
  restored: number | undefined;
  /** Increases with every change other than typing. */
  revision: number;
  /** Sets the typed text. */
  setText(text: string): void;
  /** Changes the text programmatically; the text is still a draft. */
  rewrite(text: string): void;
  discard(): void;
  /** Makes the server's current state the base of the edit, after it was merged into this text. */
  rebase(text: string): void;
  /** Handles the response to a write of `sent`, with the stored object. Text typed meanwhile stays. */
  settle(sent: string, object: ApiObject): Promise<void>;
}

/**
 * The edited text. Unedited text is updated from the server; edited text is never replaced, and is stored as a draft
 * until the user applies or discards it.
 */
export function useEditing(
  cluster: string,
  path: string,
  object: ApiObject,
  textOf: (object: ApiObject) => string = editingText,
): Editing {
  const read = useMemo(() => textOf(object), [object, textOf]);
  const place = useDraftPlace(cluster, path);
  const draft = useMemo(() => takeDraft(draftStorage(), place), [place]);
  const [restored, setRestored] = useState(draft?.at);
  const [state, setState] = useState<EditingState>({
    text: draft?.text ?? read,
    base: draft?.base ?? read,
    revision: 0,
  });
  const { text, base } = state;
  const serverText = serverTextOf(state, read);
  const latest = useRef({ read, text });
  latest.current = { read, text };

  useEffect(() => setState((now) => follow(now, read)), [read]);

  useKeptDraft(place, state);

  const discard = useCallback((): void => {
    dropDraft(draftStorage(), place);
    setState((now) => restart(now, serverText));
    setRestored(undefined);
  }, [place, serverText]);
  return {
    text,
    base,
    serverText,
    dirty: isDirty(state),
    moved: isDirty(state) && base !== serverText,
    restored,
    revision: state.revision,
    setText: useCallback((next: string) => setState((now) => ({ ...now, text: next })), []),
    rewrite: useCallback((next: string) => setState((now) => ({ ...now, text: next, revision: now.revision + 1 })), []),
    discard,
    rebase: useCallback(
      (next: string) => setState((now) => ({ ...now, base: serverText, text: next, revision: now.revision + 1 })),
      [serverText],
    ),
    settle: useCallback(
      async (sent: string, next: ApiObject) => {
        const write = { sent, stored: textOf(next), read: latest.current.read };
        let merged: Parameters<typeof settle>[2];
        // Merging a long text takes a while, in which the user may type more.
        while (latest.current.text !== sent && latest.current.text !== merged?.typed) {
          const typed = latest.current.text;
          merged = { typed, text: await askAboutText("mergedOver", sent, write.stored, typed) };
        }
        setState((now) => settle(now, write, merged));
        setRestored(undefined);
      },
      [textOf],
    ),
  };
}
