import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";

/** Whether the element takes typed keys as text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest("input, textarea, select, .monaco-editor") !== null;
}

/** Whether the element is in a list or a menu, which handles letters itself. */
const handlesLetters = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-testid="resource-table"], [role="menu"]') !== null;

/** Keys that move the selection in a list. */
const ROW_KEYS: ReadonlySet<string> = new Set(["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End"]);

/** Keys that act on the selected row of a list. */
const CHOSEN_KEYS: ReadonlySet<string> = new Set(["Enter", " ", "e", "y", "m"]);

/** Passes a key to the view's list, if there is one: after a load or Back, nothing has the focus. */
function toTable(event: KeyboardEvent): boolean {
  const table = document.querySelector<HTMLElement>('[data-testid="resource-table"]');
  if (table === null) return false;
  const isChosen = table.hasAttribute("aria-activedescendant");
  if (!ROW_KEYS.has(event.key) && !(isChosen && CHOSEN_KEYS.has(event.key))) return false;
  event.preventDefault();
  event.stopPropagation();
  table.focus({ preventScroll: true });
  table.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, shiftKey: event.shiftKey, bubbles: true }));
  return true;
}

/** Opens the YAML of the object that the view is about; returns false if it is about none. */
function toYaml(): boolean {
  const way = document.querySelector<HTMLElement>('main [data-testid="tab-yaml"], main [data-testid="edit-yaml"]');
  if (way === null) return false;
  way.focus();
  // Tabs react to keys and to the mouse button, links to a click.
  if (way.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }))) way.click();
  return true;
}

/**
 * Keys that work everywhere in the console. `y` shows the YAML of the object of the view or the drawer, `/` focuses the
 * filter of the view, if it has one; `:` opens the command line.
 */
export function useGlobalKeys(handlers: {
  onPalette(): void;
  onCommand(): void;
  onHelp(): void;
  /** Shows the sidebar. */
  onSidebar?(): void;
  onDock?(): void;
}): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        latest.current.onPalette();
        return;
      }
      if (event.ctrlKey && event.key === "`") {
        event.preventDefault();
        latest.current.onDock?.();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"][data-state="open"]') !== null) return;
      if (event.target === document.body && toTable(event)) return;
      if (event.key === ":") {
        event.preventDefault();
        latest.current.onCommand();
      } else if (event.key === "?") {
        event.preventDefault();
        latest.current.onHelp();
      } else if ((event.key === "y" || event.key === "e") && !handlesLetters(event.target)) {
        if (toYaml()) event.preventDefault();
      } else if (event.key === "/" || event.key === "g") {
        const id = event.key === "/" ? "filter" : "kind-search";
        const field = document.querySelector<HTMLInputElement>(`[data-testid="${id}"]`);
        if (field === null) return;
        // In a narrow window, the sidebar must be opened first.
        if (id === "kind-search" && !field.checkVisibility()) flushSync(() => latest.current.onSidebar?.());
        event.preventDefault();
        field.focus();
        field.select();
      }
    };
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  }, []);
}
