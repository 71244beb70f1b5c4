import { useState } from "react";

/** Freezes a live list while paused. The list keeps changing in the background; resuming shows its current state. */
export function usePaused<T>(
  live: readonly T[],
): [items: readonly T[], paused: boolean, set: (paused: boolean) => void] {
  const [held, setHeld] = useState<readonly T[] | undefined>(undefined);
  return [held ?? live, held !== undefined, (paused) => setHeld(paused ? live : undefined)];
}
