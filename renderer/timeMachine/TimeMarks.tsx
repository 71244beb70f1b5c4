import { useMemo } from "react";
import { useClockTime } from "../ui/age/useClockTime.ts";
import type { Moment } from "./moments.ts";
import { timeMarks, timeTicks } from "./timeMarks.ts";

export interface TimeMarksProps {
  moments: readonly Moment[];
  stops: readonly number[];
  /** Index of the stop to compare with; undefined for none. */
  compared: number | undefined;
}

/**
 * The marks below the slider: the changes by type, and the times. The slider's accessible text has the same
 * information.
 */
export function TimeMarks({ moments, stops, compared }: TimeMarksProps) {
  const clock = useClockTime();
  const marks = useMemo(() => timeMarks(moments, stops), [moments, stops]);
  const ticks = useMemo(() => timeTicks(moments, stops), [moments, stops]);
  return (
    <div className="timeMarks" aria-hidden="true">
      {marks.map(({ left, type }) => (
        <span
          key={left}
          className={`timeMark ${type.toLowerCase()}`}
          style={{ left: `${left}%` }}
          data-testid="time-mark"
        />
      ))}
      {compared === undefined ? null : (
        <span className="timeMark compared" style={{ left: `${(compared / Math.max(1, stops.length)) * 100}%` }} />
      )}
      {ticks.map(({ left, at }) => (
        <time key={left} className="timeTick" style={{ left: `${left}%` }} data-testid="time-tick">
          {clock(at)}
        </time>
      ))}
    </div>
  );
}
