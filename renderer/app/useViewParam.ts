import { useCallback } from "react";
import { addressNow, setParam, useAddress } from "./useAddress.ts";

/** The current value of a setting in the address; views render it slightly later. */
export const viewParamNow = (name: string): string => addressNow().get(name) ?? "";

/** A setting of a view, stored in its address; empty when absent. A change replaces the history entry. */
export function useViewParam(name: string, fallback = ""): [string, (value: string) => void] {
  const [params, change] = useAddress();
  const set = useCallback(
    (value: string) => change((next) => setParam(next, name, value, fallback)),
    [change, name, fallback],
  );
  return [params.get(name) ?? fallback, set];
}
