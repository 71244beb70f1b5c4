import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** The parameters of the current address; views render them slightly later, with a transition. */
export const addressNow = (): URLSearchParams => new URLSearchParams(window.location.search);

export interface AddressChange {
  /** Whether the change replaces the history entry. Default: true. */
  replace?: boolean;
}

/** Changes a copy of the current address's parameters. */
export type ChangeAddress = (edit: (params: URLSearchParams) => void, change?: AddressChange) => void;

/**
 * The parameters of a view's address, and a function that changes them. A change starts from the current address
 * instead of the rendered parameters: a change that is not rendered yet must not be lost.
 */
export function useAddress(): [params: URLSearchParams, change: ChangeAddress] {
  const [params, setParams] = useSearchParams();
  const change = useCallback<ChangeAddress>(
    (edit, { replace = true } = {}) => {
      const next = addressNow();
      edit(next);
      setParams(next, { replace });
    },
    [setParams],
  );
  return [params, change];
}

/** Sets a parameter, or removes it when the value is the fallback. */
export function setParam(params: URLSearchParams, name: string, value: string, fallback = ""): void {
  if (value === fallback) params.delete(name);
  else params.set(name, value);
}
