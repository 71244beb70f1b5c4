import { type Lane, placeOf } from "./timeline.ts";
import "./LaneLine.css";

export interface LaneLineProps {
  lane: Lane;
  /** Right end of the axis, milliseconds since the epoch. */
  now: number;
  /** Length of the axis in milliseconds. */
  span: number;
}

/** Maximum number of marks to draw; more would be indistinguishable. */
const DRAWN = 200;
const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;

/** The events about one object as marks on a time axis. */
export function LaneLine({ lane, now, span }: LaneLineProps) {
  return (
    <span className="lane" aria-hidden="true">
      {lane.marks.slice(0, DRAWN).map((mark) => {
        const from = placeOf(mark.from, now, span);
        const to = placeOf(mark.to, now, span);
        return (
          <i
            key={mark.key}
            className={mark.warning ? "mark warn" : "mark"}
            style={{ left: percent(from), width: `max(7px, ${percent(to - from)})` }}
          />
        );
      })}
    </span>
  );
}
