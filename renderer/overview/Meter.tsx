import "./Meter.css";

export interface MeterProps {
  name: string;
  /** From 0 to 1; larger values count as full. */
  part: number;
  /** The end of a second amount on the bar; from 0 to 1. */
  mark?: number | undefined;
  text: string;
  note?: string | undefined;
}

/** A fill level as a bar, and as a text with the same information. */
export function Meter({ name, part, mark, text, note }: MeterProps) {
  const tone = part >= 1 ? "bad" : part >= 0.85 ? "warn" : "accent";
  const percent = Math.round(part * 100);
  return (
    <div className="meter">
      <span className="meterName">{name}</span>
      <span className="meterText">
        {text} <b>{percent}%</b>
      </span>
      <span className={`meterBar ${tone}`} aria-hidden="true">
        <i style={{ width: `${Math.min(100, part * 100)}%` }} />
        {mark === undefined ? null : <u style={{ left: `${Math.min(100, mark * 100)}%` }} />}
      </span>
      {note === undefined ? null : <span className="meterNote">{note}</span>}
    </div>
  );
}
