import { useEffect } from "react";
import { useGoOn } from "./useGoOn.ts";

/** A view that redirects to another one, which replaces it in the history. */
export function ReplaceRedirect({ to, state }: { to: string; state?: unknown }) {
  const goOn = useGoOn();
  useEffect(() => goOn(to, { replace: true, state }), [goOn, to, state]);
  return null;
}
