import { useEffect } from "react";
import { focusedOrBefore } from "./lastFocus.ts";

/**
 * Gives the focus back, when the component disappears with it, to the element that had it when the component appeared.
 * Without that, the page would have none.
 */
export function useReturnFocus(): void {
  useEffect(() => {
    const before = focusedOrBefore();
    return () => {
      if (document.activeElement === document.body) before?.focus();
    };
  }, []);
}
