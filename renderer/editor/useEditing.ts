import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ApiObject } from "../../shared/object.ts";
import { draftStorage } from "./draftStorage.ts";
import { dropDraft, takeDraft } from "./drafts.ts";
import { type EditingState, follow, isDirty, restart, serverTextOf, settle } from "./editingState.ts";
import { editingText } from "./editingText.ts";
import { useDraftPlace } from "./useDraftPlace.ts";
import { useKeptDraft } from "./useKeptDraft.ts";

export interface Editing {
  text: string;
  /** What the editing began with. */
  base: string;
  /** What the server's object reads like now. */
  serverText: string;
  dirty: boolean;
  /** The server's object changed since the editing began, and there is typed text. */
  moved: boolean;
  /** When the restored draft was typed; undefined when none was restored. */
  restored: number | undefined;
  /** Grows with every change that does not come from typing. */
  revision: number;
  /** What was typed. */
  setText(text: string): void;
  /** Changes the text by other means; it stays a draft. */
  rewrite(text: string): void;
  discard(): void;
  /** Goes on from the server's present state with this text, once that state was merged into it. */
  rebase(text: string): void;
  /** After a write of `sent`: the object as it is now. What was typed meanwhile stays. */
  settle(sent: string, object: ApiObject): void;
}

/**
 * The text being edited. Untouched text follows the server; typed text is never replaced, only kept as a draft until it
 * is applied or discarded.
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
  const latestRead = useRef(read);
  latestRead.current = read;

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
      (sent: string, next: ApiObject) => {
        setState((now) => settle(now, sent, textOf(next), latestRead.current));
        setRestored(undefined);
      },
      [textOf],
    ),
  };
}
