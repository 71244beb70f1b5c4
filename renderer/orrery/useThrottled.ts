import { useEffect, useRef, useState } from "react";

/**
 * A value that is updated at most once per interval, and always reaches the last one. @param rest interval in
 * milliseconds; 0 for immediate updates
 */
export function useThrottled<T>(value: T, rest: number): T {
  const [shown, setShown] = useState(value);
  const taken = useRef(0);
  useEffect(() => {
    if (rest === 0) return;
    const timer = setTimeout(
      () => {
        taken.current = performance.now();
        setShown(value);
      },
      Math.max(0, taken.current + rest - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [value, rest]);
  return rest === 0 ? value : shown;
}
