import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import { useSetting } from "../../localSettings/store.ts";
import type { MenuPlace } from "../../ui/layers/MenuAt.tsx";
import { moveFor } from "../../ui/moveFor.ts";
import { useRowHeight } from "../../ui/theme/theme.ts";
import type { PlannedColumn } from "./columnPlan.ts";
import type { Sort } from "./rowView.ts";
import { extendTo, markOf, type Selection, toggleAll, toggleRow } from "./selection.ts";
import { TableHead } from "./TableHead.tsx";
import { TableRowView } from "./TableRowView.tsx";
import { useRowWindow } from "./useRowWindow.ts";
import "./ResourceTable.css";

/** Height in pixels, the same as in the style sheet. */
const HEAD_HEIGHT = 30;

export interface ResourceTableProps {
  label: string;
  columns: PlannedColumn[];
  rows: ResourceRow[];
  /** Uid of the selected row, whose details are open. */
  selected: string;
  /** The latest selection, which may not be rendered yet. */
  selectedNow(): string;
  sort: Sort | undefined;
  onSort(column: string): void;
  onSelect(row: ResourceRow | undefined): void;
  /** Called on Enter on the selected row, or on a double click. */
  onOpen(row: ResourceRow): void;
  onEdit(row: ResourceRow): void;
  onMenu(row: ResourceRow, at: MenuPlace): void;
  onWidth(column: string, width: number | undefined): void;
  marks: Selection;
  onMarks(marks: Selection): void;
}

/**
 * The rows of a list; renders only the visible ones. The table is one tab stop: the arrow keys move a cursor, which is
 * also the selection, so that the details follow.
 */
export function ResourceTable(props: ResourceTableProps) {
  const { columns, rows, selected: drawn, selectedNow, onSelect, onOpen, onEdit, marks, onMarks } = props;
  const { t, i18n } = useTranslation();
  const [ageFormat] = useSetting("ageFormat");
  const look = useMemo(() => ({ t, language: i18n.language, ageFormat }), [t, i18n.language, ageFormat]);
  const id = useId();
  const rowHeight = useRowHeight();
  const scroller = useRef<HTMLDivElement>(null);
  const cursor = useRef("");
  const anchor = useRef("");
  const { first, last, shift, show } = useRowWindow({
    scroller,
    count: rows.length,
    rowHeight,
    headHeight: HEAD_HEIGHT,
  });
  const template = useMemo(
    () => ["34px", ...columns.map((column) => column.track), "minmax(34px, 1fr)"].join(" "),
    [columns],
  );
  const drawnAt = useMemo(() => (drawn === "" ? -1 : rows.findIndex((row) => row.uid === drawn)), [rows, drawn]);

  // A row selected by a link or by keys is scrolled into view once; updates of the list must not scroll.
  useEffect(() => {
    if (drawn === cursor.current || drawnAt < 0) return;
    cursor.current = drawn;
    show(drawnAt);
  }, [drawn, drawnAt, show]);

  const latest = useRef({ marks, rows, onMarks });
  latest.current = { marks, rows, onMarks };
  const onMark = useCallback((row: ResourceRow, range: boolean): void => {
    const now = latest.current;
    now.onMarks(range ? extendTo(now.marks, now.rows, anchor.current, row.uid) : toggleRow(now.marks, row.uid));
    anchor.current = row.uid;
  }, []);
  const mark = useMemo(() => markOf(marks, rows), [marks, rows]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const selected = selectedNow();
    const at = selected === drawn ? drawnAt : rows.findIndex((row) => row.uid === selected);
    if (event.key === "a" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onMarks(toggleAll(marks, rows));
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 280) / rowHeight) - 2);
    const next = moveFor(event.key, at, rows.length, page);
    const current = rows[at];
    if (next !== undefined && rows.length > 0) {
      event.preventDefault();
      const target = rows[next];
      if (event.shiftKey && target !== undefined) {
        const from = anchor.current === "" || !marks.has(anchor.current) ? selected : anchor.current;
        onMarks(extendTo(marks, rows, from, target.uid));
        anchor.current = from === "" ? target.uid : from;
      }
      onSelect(target);
    } else if (event.key === " " && event.target === event.currentTarget) {
      event.preventDefault();
      if (current !== undefined) onMark(current, false);
    } else if (event.key === "Enter" && event.target === event.currentTarget) {
      event.preventDefault();
      if (current !== undefined) onOpen(current);
      else if (rows[0] !== undefined) onSelect(rows[0]);
    } else if ((event.key === "e" || event.key === "y") && current !== undefined) {
      event.preventDefault();
      onEdit(current);
    } else if ((event.key === "m" || event.key === "ContextMenu") && current !== undefined) {
      event.preventDefault();
      const row = scroller.current?.querySelector('[aria-selected="true"]')?.getBoundingClientRect();
      props.onMenu(current, { x: row?.left ?? 0, y: row?.bottom ?? 0 });
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
      aria-colcount={columns.length + 2}
      aria-multiselectable="true"
      aria-activedescendant={drawnAt < 0 ? undefined : `${id}-${drawn}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => {
        // Opened by keyboard: the menu of the row at the cursor.
        const current = rows[drawnAt];
        if (event.target !== event.currentTarget || current === undefined) return;
        event.preventDefault();
        const { left, bottom } = document.getElementById(`${id}-${drawn}`)?.getBoundingClientRect() ?? {
          left: 0,
          bottom: 0,
        };
        props.onMenu(current, { x: left + HEAD_HEIGHT, y: bottom });
      }}
      data-testid="resource-table"
      style={{ "--columns": template } as React.CSSProperties}
    >
      <div className="tableBody" style={{ height: HEAD_HEIGHT + rows.length * rowHeight }} role="presentation">
        <TableHead
          columns={columns}
          sort={props.sort}
          onSort={props.onSort}
          onWidth={props.onWidth}
          mark={mark}
          onMarkAll={() => onMarks(toggleAll(marks, rows))}
        />
        {rows.slice(first, last).map((row, i) => (
          <TableRowView
            // biome-ignore lint/suspicious/noArrayIndexKey: a number of the window, by which elements are reused
            key={first + i - shift}
            id={`${id}-${row.uid}`}
            row={row}
            columns={columns}
            top={HEAD_HEIGHT + (first + i) * rowHeight}
            index={first + i}
            selected={row.uid === drawn}
            marked={marks.has(row.uid)}
            style={look}
            onMark={onMark}
            onSelect={onSelect}
            onOpen={onOpen}
            onMenu={props.onMenu}
          />
        ))}
      </div>
    </div>
  );
}
