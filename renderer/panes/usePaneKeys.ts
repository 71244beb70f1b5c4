import { useEffect } from "react";
import { PANES, type PaneName } from "../api/pane.ts";
import { isTyping } from "../app/shortcuts/useGlobalKeys.ts";

const KEYS: Readonly<Record<string, PaneName | undefined>> = { "[": "left", "]": "right" };

/**
 * Keys that move the focus to a pane. On German keyboards, `[` and `]` are typed with Alt. @param focus moves the
 * keyboard focus
 */
export function usePaneKeys(focus: (pane: PaneName) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const pane = KEYS[event.key];
      if (pane === undefined || !PANES.includes(pane) || event.metaKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"][data-state="open"]') !== null) return;
      event.preventDefault();
      focus(pane);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [focus]);
}
