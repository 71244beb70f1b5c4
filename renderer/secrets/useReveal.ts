import { useCallback, useState } from "react";

/**
 * Whether hidden values are revealed. A view starts with hidden values, also when the user returns to it, and hides
 * them again when its subject changes.
 *
 * @param subject the displayed object or response; values are revealed for one subject at a time
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
