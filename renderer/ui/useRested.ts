import { useEffect, useState } from "react";

/** A value once it has not changed for so long: what was typed when typing rests. @param milliseconds of rest */
export function useRested<T>(value: T, milliseconds: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return rested;
}
