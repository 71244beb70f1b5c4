import { useCallback, useMemo } from "react";
import { namesIn, toggledName } from "./nameList.ts";
import { setParam, useAddress } from "./useAddress.ts";

export interface ViewNames {
  names: ReadonlySet<string>;
  /** Adds a name, or removes it when it is there. */
  toggle(name: string): void;
  clear(): void;
}

/** A set of names in the address of a view, separated by commas. A change replaces the history entry. */
export function useViewNames(param: string): ViewNames {
  const [params, change] = useAddress();
  const text = params.get(param) ?? "";
  const names = useMemo(() => new Set(namesIn(text)), [text]);
  const toggle = useCallback(
    (name: string) => change((next) => setParam(next, param, toggledName(next.get(param) ?? "", name))),
    [change, param],
  );
  const clear = useCallback(() => change((next) => next.delete(param)), [change, param]);
  return { names, toggle, clear };
}
