import { useEffect, useState } from "react";

/** A debounced value. @param milliseconds without a change after which the value is updated */
export function useDebounced<T>(value: T, milliseconds: number): T {
  const [debounced, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debounced;
}
