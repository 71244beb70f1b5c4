import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Age } from "../../ui/age/Age.tsx";
import type { LogColumn } from "../LogTable.tsx";
import { LaneLine } from "./LaneLine.tsx";
import type { Lane } from "./timeline.ts";

/**
 * The columns of the events: one line per object, all on a common time axis.
 *
 * @param now right end of the axis, milliseconds since the epoch
 * @param span length of the axis in milliseconds
 */
export function useLaneColumns(now: number, span: number): LogColumn<Lane>[] {
  const { t } = useTranslation();
  return useMemo(
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
        cell: (lane) => <LaneLine lane={lane} now={now} span={span} />,
      },
      {
        id: "reason",
        title: t("object.eventReason"),
        width: "minmax(128px, 184px)",
        cell: (lane) => lane.marks[0]?.reason ?? "",
      },
      { id: "age", title: t("object.eventAge"), width: "88px", cell: (lane) => <Age since={lane.latest} /> },
    ],
    [t, now, span],
  );
}
