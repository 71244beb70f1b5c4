import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** The current value of a setting in the address; views render it slightly later. */
export const viewParamNow = (name: string): string => new URLSearchParams(window.location.search).get(name) ?? "";

/** A setting of a view, stored in its address; empty when absent. A change replaces the history entry. */
export function useViewParam(name: string, fallback = ""): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (value: string) =>
      setParams(
        () => {
          // Read the address itself instead of the last rendered value: a change that is not rendered yet must not be
          // lost.
          const next = new URLSearchParams(window.location.search);
          if (value === fallback) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    [setParams, name, fallback],
  );
  return [params.get(name) ?? fallback, set];
}
