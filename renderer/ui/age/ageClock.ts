import { createContext } from "react";

/** Converts the real time to the time of the displayed objects; both in milliseconds since the epoch. */
export type AgeClock = (now: number) => number;

/** The clock of a view's cluster: a sandbox may be ahead of the real time, or paused. */
export const AgeClockContext = createContext<AgeClock>((now) => now);
