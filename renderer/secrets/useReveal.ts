import { useCallback, useState } from "react";

/**
 * Whether hidden values are shown. A view begins with hidden values, also when the user comes back to it, and hides
 * them again when its subject changes.
 *
 * @param subject the shown object or answer; values are revealed for one subject at a time
 */
export function useReveal(subject: unknown): [revealed: boolean, toggle: () => void] {
  const [state, setState] = useState<{ subject: unknown }>();
  const revealed = state !== undefined && state.subject === subject;
  const toggle = useCallback(
    () => setState((now) => (now !== undefined && now.subject === subject ? undefined : { subject })),
    [subject],
  );
  return [revealed, toggle];
}
