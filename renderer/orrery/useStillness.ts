import { useEffect, useState } from "react";

/** Whether the user prefers reduced motion. */
export function useStillness(): boolean {
  const [isStill, setStill] = useState(() => matchMedia("(prefers-reduced-motion: reduce)").matches);
  useEffect(() => {
    const query = matchMedia("(prefers-reduced-motion: reduce)");
    const follow = (): void => setStill(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, []);
  return isStill;
}
