import { useEffect } from "react";
import { useNavigateIfCurrent } from "./useNavigateIfCurrent.ts";

/** A view that redirects to another one, which replaces it in the history. */
export function ReplaceRedirect({ to, state }: { to: string; state?: unknown }) {
  const goOn = useNavigateIfCurrent();
  useEffect(() => goOn(to, { replace: true, state }), [goOn, to, state]);
  return null;
}
