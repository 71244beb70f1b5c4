import { useEffect } from "react";
import { useGoOn } from "./useGoOn.ts";

/** Stands for a view that is only on the way to another, which takes its place in the history. */
export function Onward({ to, state }: { to: string; state?: unknown }) {
  const goOn = useGoOn();
  useEffect(() => goOn(to, { replace: true, state }), [goOn, to, state]);
  return null;
}
