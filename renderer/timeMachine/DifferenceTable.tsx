import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type LogColumn, LogTable } from "../activity/LogTable.tsx";
import { lastManager } from "../history/authorship.ts";
import { changedPaths } from "../history/comparable.ts";
import { useClockTime } from "../ui/age/useClockTime.ts";
import { Badge, type Tone } from "../ui/Badge.tsx";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { type Difference, listDifference } from "./listDifference.ts";
import type { Moment } from "./moments.ts";

const TONES: Readonly<Record<Difference["kind"], Tone>> = {
  created: "good",
  modified: "accent",
  deleted: "bad",
  replaced: "warn",
};

export interface DifferenceTableProps {
  moments: readonly Moment[];
  from: number;
  to: number;
  /** Revision from which on all changes are known. */
  since: number;
  selected: string;
  onSelect(key: string): void;
  onClose(): void;
}

/** The differences of the list between two moments; the chosen object opens beside it. */
export function DifferenceTable({ moments, from, to, since, selected, onSelect, onClose }: DifferenceTableProps) {
  const { t } = useTranslation();
  const clock = useClockTime();
  const items = useMemo(() => listDifference(moments, from, to), [moments, from, to]);
  const columns = useMemo<LogColumn<Difference>[]>(
    () => [
      {
        id: "kind",
        title: t("timeMachine.what"),
        width: "110px",
        cell: ({ kind }) => <Badge tone={TONES[kind]}>{t(`timeMachine.${kind}`)}</Badge>,
      },
      {
        id: "name",
        title: t("object.name"),
        width: "minmax(160px, 1fr)",
        cell: ({ key }) => key.replace(/^\//, ""),
      },
      {
        id: "fields",
        title: t("timeMachine.fields"),
        width: "minmax(120px, 1.2fr)",
        cell: ({ before, after }) => {
          if (before === undefined || after === undefined) return <span className="faint">–</span>;
          const paths = changedPaths(before.object, after.object);
          return <span data-tip={paths.join("\n")}>{paths.slice(0, 3).join(", ") || t("views.onlyBookkeeping")}</span>;
        },
      },
      {
        id: "by",
        title: t("timeMachine.who"),
        width: "minmax(90px, 150px)",
        cell: ({ before, after }) => (after === undefined ? "–" : lastManager(after.object, before?.object) || "–"),
      },
      { id: "at", title: t("timeMachine.when"), width: "90px", cell: ({ at }) => clock(at) },
    ],
    [t, clock],
  );
  return (
    <div className="timeList" data-testid="time-difference">
      <div className="timeDifferenceHead">
        <strong>{t("timeMachine.between", { from, to })}</strong>
        <span className="faint">{t("timeMachine.differences", { count: items.length })}</span>
        {from < since ? <span className="faint">{t("timeMachine.incomplete", { revision: since })}</span> : null}
        <span className="spacer" />
        <Button
          variant="quiet"
          icon="close"
          aria-label={t("timeMachine.endCompare")}
          onClick={onClose}
          data-testid="time-compare-end"
        />
      </div>
      {items.length === 0 ? (
        <EmptyState icon="check" title={t("timeMachine.noDifference")} />
      ) : (
        <LogTable
          label={t("timeMachine.between", { from, to })}
          columns={columns}
          items={items}
          keyOf={({ key }) => key}
          selected={selected}
          onSelect={onSelect}
          testId="time-difference"
        />
      )}
    </div>
  );
}
