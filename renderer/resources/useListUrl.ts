import { useCallback } from "react";
import { useSearchParams } from "react-router";
import type { SelectorKind } from "./selectorTerms.ts";

export interface ListUrl {
  filter: string;
  sort: string;
  /** Uid of the selected row; empty for none. */
  selected: string;
  /** Label and field selector that the server is asked with. */
  labels: string;
  fields: string;
  setFilter(text: string): void;
  setSort(sort: string): void;
  select(uid: string): void;
  setSelector(kind: SelectorKind, selector: string): void;
}

/** What a list keeps in its address. Changes replace the history entry, so that Back leaves the list at once. */
export function useListUrl(): ListUrl {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (key: string, value: string) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (value === "") next.delete(key);
          else next.set(key, value);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return {
    filter: params.get("q") ?? "",
    sort: params.get("sort") ?? "",
    selected: params.get("sel") ?? "",
    labels: params.get("labels") ?? "",
    fields: params.get("fields") ?? "",
    setSelector: useCallback(
      (kind: SelectorKind, selector: string) => set(kind === "label" ? "labels" : "fields", selector),
      [set],
    ),
    setFilter: useCallback((text: string) => set("q", text), [set]),
    setSort: useCallback((sort: string) => set("sort", sort), [set]),
    select: useCallback((uid: string) => set("sel", uid), [set]),
  };
}
