import { memo } from "react";
import { useTranslation } from "react-i18next";
import { stringifyJson } from "../../shared/json/stringifyJson.ts";
import type { ResourceRow } from "../api/tableRow.ts";
import { Dot } from "../ui/Badge.tsx";
import { Age } from "./Age.tsx";
import type { PlannedColumn } from "./columnPlan.ts";
import { MarkBox } from "./MarkBox.tsx";
import { toneOf } from "./tone.ts";

/** A cell's text; an absent value is a dash, anything structured its JSON. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  return typeof value === "object" ? stringifyJson(value) : String(value);
}

function Cell({ row, column }: { row: ResourceRow; column: PlannedColumn }) {
  if (column.role === "namespace") return row.namespace;
  if (column.role === "age" && row.created !== 0) return <Age since={row.created} />;
  const text = cellText(row.cells[column.index]);
  if (column.role === "date") return <Age since={Date.parse(text) || 0} />;
  if (column.role === "name") return <span className="nameText">{text}</span>;
  const tone = toneOf(column.id, text);
  if (tone === undefined) return text === "–" || text === "<none>" ? <span className="faint">{text}</span> : text;
  return (
    <>
      <Dot tone={tone} />
      <span>{text}</span>
    </>
  );
}

export interface TableRowViewProps {
  id: string;
  row: ResourceRow;
  columns: PlannedColumn[];
  /** Pixels from the top of the body. */
  top: number;
  index: number;
  selected: boolean;
  marked: boolean;
  onSelect(row: ResourceRow): void;
  /** @param range from the last marked row to this one */
  onMark(row: ResourceRow, range: boolean): void;
  onOpen(row: ResourceRow): void;
}

/** One row. Drawn again only when its own object, the columns or its place change. */
export const TableRowView = memo(function TableRowView(props: TableRowViewProps) {
  const { row, columns, selected, marked } = props;
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useSemanticElements: virtual rows are placed by position and grid, which table elements resist
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the grid, which holds the focus
    // biome-ignore lint/a11y/useFocusableInteractive: as above; the row is its active descendant
    <div
      id={props.id}
      className={`tableRow${row.deleting ? " deleting" : ""}${marked ? " marked" : ""}`}
      role="row"
      aria-rowindex={props.index + 2}
      aria-selected={selected}
      style={{ top: props.top }}
      data-testid="table-row"
      data-name={row.name}
      data-namespace={row.namespace}
      onClick={(event) => {
        if (event.shiftKey) props.onMark(row, true);
        else if (event.ctrlKey || event.metaKey) props.onMark(row, false);
        else props.onSelect(row);
      }}
      onDoubleClick={() => props.onOpen(row)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Space, handled by the grid */}
      <div
        className="markCell"
        role="gridcell"
        onClick={(event) => {
          event.stopPropagation();
          props.onMark(row, event.shiftKey);
        }}
        onDoubleClick={(event) => event.stopPropagation()}
        data-testid="mark"
      >
        {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <span role="checkbox" aria-checked={marked} aria-label={t("browse.markRow", { name: row.name })}>
          <MarkBox mark={marked ? "all" : "none"} />
        </span>
      </div>
      {columns.map((column) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div
          key={column.id}
          className={column.numeric ? "cell numeric" : "cell"}
          role="gridcell"
          title={
            column.role === "age" || column.role === "date"
              ? undefined
              : cellText(column.index < 0 ? row.namespace : row.cells[column.index])
          }
        >
          <Cell row={row} column={column} />
        </div>
      ))}
    </div>
  );
});
