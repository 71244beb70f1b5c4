import { useTranslation } from "react-i18next";
import { useSetting } from "../../localSettings/store.ts";
import { MarkBox } from "../../ui/forms/MarkBox.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { ColumnGrip } from "./ColumnGrip.tsx";
import type { PlannedColumn } from "./columnPlan.ts";
import type { Sort } from "./rowView.ts";
import "./tableRow.css";

/** The server's name of the creation time column, which is misleading where an age is shown. */
const CREATED = "Created At";

export interface TableHeadProps {
  columns: PlannedColumn[];
  sort: Sort | undefined;
  onSort(column: string): void;
  /** Sets the width of a column in pixels; undefined restores the automatic width. */
  onWidth(column: string, width: number | undefined): void;
  /** Whether all, some or none of the visible rows are marked. */
  mark: "all" | "some" | "none";
  onMarkAll(): void;
}

/** The header of a table, which stays visible; a click sorts (ascending, descending, default order). */
export function TableHead({ columns, sort, onSort, onWidth, mark, onMarkAll }: TableHeadProps) {
  const { t } = useTranslation();
  const [ageFormat] = useSetting("ageFormat");
  return (
    // biome-ignore lint/a11y/useSemanticElements: table elements do not support rows placed by transform and grid
    // biome-ignore lint/a11y/useFocusableInteractive: the grid is the only tab stop, its header contains buttons
    <div className="tableRow tableHead" role="row" aria-rowindex={1}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <div className="markCell" role="columnheader">
        <button type="button" tabIndex={-1} aria-label={t("browse.markAll")} onClick={onMarkAll} data-testid="mark-all">
          <MarkBox mark={mark} />
        </button>
      </div>
      {columns.map((column) => {
        const current = sort?.column === column.id ? sort : undefined;
        const direction = current === undefined ? "none" : current.descending ? "descending" : "ascending";
        return (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <div
            key={column.id}
            className={column.numeric ? "cell numeric" : "cell"}
            role="columnheader"
            aria-sort={direction}
          >
            <button
              type="button"
              data-tip={column.description || undefined}
              onClick={() => onSort(column.id)}
              tabIndex={-1}
            >
              <span>
                {column.role === "date" && column.label === CREATED && ageFormat !== "time"
                  ? t("list.age")
                  : column.label}
              </span>
              {current === undefined ? null : <Icon name={current.descending ? "arrowDown" : "arrowUp"} size={11} />}
            </button>
            <ColumnGrip onWidth={(width) => onWidth(column.id, width)} />
          </div>
        );
      })}
    </div>
  );
}
