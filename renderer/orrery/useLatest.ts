import { useCallback, useRef } from "react";

/** A function with a stable identity that calls the latest handler. */
export function useLatest<Arguments extends unknown[]>(
  handler: (...given: Arguments) => void,
): (...given: Arguments) => void {
  const latest = useRef(handler);
  latest.current = handler;
  return useCallback((...given: Arguments) => latest.current(...given), []);
}
