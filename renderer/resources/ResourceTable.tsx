import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from "react";
import type { ResourceRow } from "../api/tableRow.ts";
import type { PlannedColumn } from "./columnPlan.ts";
import { moveFor } from "./moveFor.ts";
import type { Sort } from "./rowView.ts";
import { TableHead } from "./TableHead.tsx";
import { TableRowView } from "./TableRowView.tsx";

export const ROW_HEIGHT = 28;

export interface ResourceTableProps {
  label: string;
  columns: PlannedColumn[];
  rows: ResourceRow[];
  /** Uid of the selected row, whose details are open. */
  selected: string;
  sort: Sort | undefined;
  onSort(column: string): void;
  onSelect(row: ResourceRow | undefined): void;
  /** Enter on the selected row, or a double click. */
  onOpen(row: ResourceRow): void;
  onEdit(row: ResourceRow): void;
}

/**
 * The rows of a list, drawn only where they are in sight. One tab stop: the arrow keys move a cursor, which is the
 * selection, so that the details beside the table follow.
 */
export function ResourceTable(props: ResourceTableProps) {
  const { columns, rows, selected, onSelect, onOpen, onEdit } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const cursor = useRef("");
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.uid ?? index,
    overscan: 16,
    paddingStart: 30,
    scrollPaddingStart: 30,
  });
  const template = useMemo(() => columns.map((column) => column.track).join(" "), [columns]);
  const at = useMemo(() => (selected === "" ? -1 : rows.findIndex((row) => row.uid === selected)), [rows, selected]);

  // A row chosen by a link or by keys is brought into sight once; updates of the list must not scroll.
  useEffect(() => {
    if (selected === cursor.current || at < 0) return;
    cursor.current = selected;
    virtual.scrollToIndex(at, { align: "auto" });
  }, [selected, at, virtual]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 280) / ROW_HEIGHT) - 2);
    const next = moveFor(event.key, at, rows.length, page);
    const current = rows[at];
    if (next !== undefined && rows.length > 0) {
      event.preventDefault();
      onSelect(rows[next]);
    } else if (event.key === "Enter" && event.target === event.currentTarget) {
      event.preventDefault();
      if (current !== undefined) onOpen(current);
      else if (rows[0] !== undefined) onSelect(rows[0]);
    } else if (event.key === "e" && current !== undefined) {
      event.preventDefault();
      onEdit(current);
    }
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: as the rows, see TableRowView
    <div
      ref={scroller}
      className="table"
      role="grid"
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={at < 0 ? undefined : `${id}-${selected}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      data-testid="resource-table"
      style={{ "--columns": template } as React.CSSProperties}
    >
      <div className="tableBody" style={{ height: virtual.getTotalSize() }} role="presentation">
        <TableHead columns={columns} sort={props.sort} onSort={props.onSort} />
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <TableRowView
              key={item.key}
              id={`${id}-${row.uid}`}
              row={row}
              columns={columns}
              top={item.start}
              index={item.index}
              selected={row.uid === selected}
              onSelect={onSelect}
              onOpen={onOpen}
            />
          );
        })}
      </div>
    </div>
  );
}
