import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type LogColumn, LogTable } from "../activity/LogTable.tsx";
import type { DecodedTable, ResourceRow } from "../api/tables/tableRow.ts";
import { LIST_LIMIT } from "../history/exactRead.ts";
import { formatAge } from "../ui/age/formatAge.ts";
import { Badge } from "../ui/Badge.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { keyOf } from "./moments.ts";

export interface TimeTableProps {
  table: DecodedTable;
  /** The only namespace of the list, which the names then need not repeat; empty for several. */
  namespace: string;
  /** Keys of the objects that changed at the moment. */
  changed: readonly string[];
  selected: string;
  onSelect(key: string): void;
  revision: number;
}

/** The list at a moment, in the server's columns; objects that changed at that moment are marked. */
export function TimeTable({ table, namespace, changed, selected, onSelect, revision }: TimeTableProps) {
  const { t } = useTranslation();
  const columns = useMemo<LogColumn<ResourceRow>[]>(() => {
    const own = (table.columns ?? [])
      .map((column, index) => ({ column, index }))
      .filter(({ column }) => (column.priority ?? 0) === 0 && column.format !== "name" && column.name !== "Age");
    return [
      {
        id: "name",
        title: t("object.name"),
        width: "minmax(180px, 4fr)",
        cell: (row) => (
          <>
            {row.namespace === namespace ? null : <span className="muted">{row.namespace}/</span>}
            {row.name}{" "}
            {changed.includes(keyOf(row)) ? <Badge tone="accent">{t("timeMachine.changedHere")}</Badge> : null}
          </>
        ),
      },
      ...own.map(({ column, index }) => ({
        id: column.name,
        title: column.name,
        width: "minmax(70px, 1fr)",
        isAmount: column.type === "integer" || column.type === "number",
        cell: (row: ResourceRow) => String(row.cells[index] ?? ""),
      })),
      {
        id: "age",
        title: t("list.age"),
        width: "70px",
        isAmount: true,
        cell: (row) => (row.created === 0 ? "–" : formatAge(Date.now() - row.created)),
      },
    ];
  }, [table.columns, namespace, changed, t]);
  if (table.items.length === 0) {
    return (
      <EmptyState icon="inbox" title={t("timeMachine.nothingThen")} testId="time-empty">
        <p>{t("timeMachine.at", { revision })}</p>
      </EmptyState>
    );
  }
  return (
    <div className="timeList">
      <LogTable
        label={t("timeMachine.at", { revision })}
        columns={columns}
        items={table.items}
        keyOf={keyOf}
        selected={selected}
        onSelect={onSelect}
        testId="time-list"
      />
      {table.continue === undefined ? null : (
        <p className="faint">{t("timeMachine.truncated", { count: LIST_LIMIT })}</p>
      )}
    </div>
  );
}
