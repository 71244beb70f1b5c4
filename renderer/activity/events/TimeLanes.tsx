import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Age } from "../../ui/age/Age.tsx";
import { type LogColumn, LogTable } from "../LogTable.tsx";
import { type Lane, placeOf } from "./timeline.ts";

export interface TimeLanesProps {
  lanes: readonly Lane[];
  /** Right end of the axis, milliseconds since the epoch. */
  now: number;
  /** Length of the axis in milliseconds. */
  span: number;
  selected: string;
  onSelect(key: string): void;
}

const keyOf = (lane: Lane): string => lane.key;
const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;

/** One line per object, its events as marks on a common time axis. */
export function TimeLanes({ lanes, now, span, selected, onSelect }: TimeLanesProps) {
  const { t } = useTranslation();
  const columns = useMemo<LogColumn<Lane>[]>(
    () => [
      {
        id: "object",
        title: t("activity.name"),
        width: "minmax(140px, 240px)",
        cell: (lane) => (
          <>
            <span className="faint">{lane.kind}</span> {lane.name}
          </>
        ),
      },
      {
        id: "line",
        title: t("activity.time"),
        width: "minmax(200px, 1fr)",
        cell: (lane) => (
          <span className="lane" aria-hidden="true">
            {lane.marks.slice(0, 200).map((mark) => {
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
        ),
      },
      { id: "reason", title: t("object.eventReason"), width: "128px", cell: (lane) => lane.marks[0]?.reason ?? "" },
      { id: "age", title: t("object.eventAge"), width: "88px", cell: (lane) => <Age since={lane.latest} /> },
    ],
    [t, now, span],
  );
  return (
    <LogTable
      label={t("activity.events")}
      columns={columns}
      items={lanes}
      keyOf={keyOf}
      selected={selected}
      onSelect={onSelect}
      testId="lanes"
    />
  );
}
