import { createContext } from "react";

/** Tells the time of the shown objects from the real one; both in milliseconds since the epoch. */
export type AgeClock = (now: number) => number;

/** The clock of the cluster of a view: a sandbox may be ahead of the real time, or stand still. */
export const AgeClockContext = createContext<AgeClock>((now) => now);
