import { type ReactNode, useMemo, useRef } from "react";
import { AgeClockContext } from "../ui/age/ageClock.ts";
import { ageClock, sameAges } from "./clusterClock.ts";
import { useTimeReading } from "./useSimulation.ts";

/** Lets all ages within be told by the time of the cluster. */
export function ClusterAges({ children }: { readonly children: ReactNode }) {
  const latest = useTimeReading();
  const kept = useRef(latest);
  // Readings that tell the same ages are one, so that ages do not render for nothing.
  if (!sameAges(kept.current, latest)) kept.current = latest;
  const reading = kept.current;
  const clock = useMemo(() => ageClock(reading), [reading]);
  return <AgeClockContext value={clock}>{children}</AgeClockContext>;
}
