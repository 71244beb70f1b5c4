import { useCallback, useRef } from "react";

/** A handler that is the same in every render, and does what the latest one says. */
export function useLatest<Arguments extends unknown[]>(
  handler: (...given: Arguments) => void,
): (...given: Arguments) => void {
  const latest = useRef(handler);
  latest.current = handler;
  return useCallback((...given: Arguments) => latest.current(...given), []);
}
