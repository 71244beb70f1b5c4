import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** What the address says of a setting at this moment; views draw it a little later. */
export const viewParamNow = (name: string): string => new URLSearchParams(window.location.search).get(name) ?? "";

/** One setting of a view, kept in its address; empty when absent. A change replaces the history entry. */
export function useViewParam(name: string, fallback = ""): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (value: string) =>
      setParams(
        () => {
          // From the address itself, not from what was last drawn: a change that is still being drawn must not be lost.
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
