import { useState } from "react";

/** Holds a live list still while paused. The list itself goes on; resuming shows it as it then is. */
export function usePaused<T>(
  live: readonly T[],
): [items: readonly T[], paused: boolean, set: (paused: boolean) => void] {
  const [held, setHeld] = useState<readonly T[] | undefined>(undefined);
  return [held ?? live, held !== undefined, (paused) => setHeld(paused ? live : undefined)];
}
