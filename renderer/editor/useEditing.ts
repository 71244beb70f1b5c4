import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ApiObject } from "../../shared/object.ts";
import { dropDraft, readDraft, writeDraft } from "./drafts.ts";
import { editingText } from "./editingText.ts";

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
  /** After a write: the object as it is now. */
  settle(object: ApiObject): void;
}

const KEEP_AFTER = 300;

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
  const serverText = useMemo(() => textOf(object), [object, textOf]);
  const draft = useMemo(() => readDraft(localStorage, cluster, path), [cluster, path]);
  const [restored, setRestored] = useState(draft?.at);
  const [base, setBase] = useState(draft?.base ?? serverText);
  const [text, setText] = useState(draft?.text ?? serverText);
  const [revision, setRevision] = useState(0);
  const dirty = text !== base;
  const latest = useRef({ text, base });
  latest.current = { text, base };

  useEffect(() => {
    if (dirty || base === serverText) return;
    setBase(serverText);
    setText(serverText);
    setRevision((n) => n + 1);
  }, [dirty, base, serverText]);

  useEffect(() => {
    const keep = (): void => writeDraft(localStorage, cluster, path, { text, base, at: Date.now() });
    const timer = setTimeout(keep, KEEP_AFTER);
    return () => clearTimeout(timer);
  }, [cluster, path, text, base]);

  useEffect(() => {
    // Leaving the tab or the page must not lose what was typed in the last moment.
    const keep = (): void => writeDraft(localStorage, cluster, path, { ...latest.current, at: Date.now() });
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      keep();
    };
  }, [cluster, path]);

  const replace = useCallback(
    (next: string): void => {
      latest.current = { text: next, base: next };
      dropDraft(localStorage, cluster, path);
      setBase(next);
      setText(next);
      setRestored(undefined);
      setRevision((n) => n + 1);
    },
    [cluster, path],
  );
  return {
    text,
    base,
    serverText,
    dirty,
    moved: dirty && base !== serverText,
    restored,
    revision,
    setText,
    rewrite: useCallback((next: string) => {
      setText(next);
      setRevision((n) => n + 1);
    }, []),
    discard: useCallback(() => replace(serverText), [replace, serverText]),
    rebase: useCallback(
      (next: string) => {
        setBase(serverText);
        setText(next);
        setRevision((n) => n + 1);
      },
      [serverText],
    ),
    settle: useCallback((next: ApiObject) => replace(textOf(next)), [replace, textOf]),
  };
}
