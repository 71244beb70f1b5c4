import { type ReactNode, useMemo, useRef } from "react";
import { AgeClockContext } from "../ui/age/ageClock.ts";
import { ageClock, sameAges } from "./clusterClock.ts";
import { useTimeReading } from "./useSimulation.ts";

/** Makes all ages within its children relative to the cluster's time. */
export function ClusterAges({ children }: { readonly children: ReactNode }) {
  const latest = useTimeReading();
  const kept = useRef(latest);
  // Readings that yield the same ages are treated as equal, to avoid needless renders of all ages.
  if (!sameAges(kept.current, latest)) kept.current = latest;
  const reading = kept.current;
  const clock = useMemo(() => ageClock(reading), [reading]);
  return <AgeClockContext value={clock}>{children}</AgeClockContext>;
}
