import type { TFunction } from "i18next";
import { type MouseEvent, memo, useRef } from "react";
import { stringifyJson } from "../../../shared/json/stringifyJson.ts";
import { shownText } from "../../../shared/text/shownText.ts";
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import type { SettingValue } from "../../localSettings/registry.ts";
import { AgeText } from "../../ui/age/AgeText.tsx";
import { Dot } from "../../ui/Badge.tsx";
import { MarkBox } from "../../ui/forms/MarkBox.tsx";
import { Icon } from "../../ui/Icon.tsx";
import type { MenuPlace } from "../../ui/layers/MenuAt.tsx";
import { isStateColumn, toneOf } from "../tone.ts";
import { agedText, cellTime } from "./cellTime.ts";
import type { PlannedColumn } from "./columnPlan.ts";
import { isDone, isShortOf } from "./rowHealth.ts";
import { textWidth } from "./textWidth.ts";
import "../../app/clusterMark.css";
import "./tableRow.css";

/** A cell's text as shown; a dash if the value is absent, JSON for a structured value. */
function cellText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  return typeof value === "object" ? stringifyJson(value) : String(value);
}

/**
 * Values that all rows share. Passed as props, because subscribing each row to the language would cost more than the
 * rest of the row.
 */
interface RowStyle {
  readonly t: TFunction;
  readonly language: string;
  readonly ageFormat: SettingValue<"ageFormat">;
}

/**
 * A function, not a component, because a row has many cells. Only text that may not fit is clipped, with the whole text
 * in a tooltip; clipping every cell would slow down scrolling.
 */
function cell(row: ResourceRow, column: PlannedColumn, style: RowStyle) {
  const { role } = column;
  const isTime = role === "age" || role === "date";
  const text = textOf(row, column);
  const isCut = isTime || textWidth(text) > column.room;
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the row
    // biome-ignore lint/a11y/useFocusableInteractive: as the row
    <div
      key={column.id}
      className={`cell${column.numeric ? " numeric" : ""}${role === "name" ? " name" : ""}${isCut ? " cut" : ""}`}
      role="gridcell"
      data-tip={isCut && !isTime ? text : undefined}
    >
      {content(row, column, style, text)}
    </div>
  );
}

function textOf(row: ResourceRow, { role, index }: PlannedColumn): string {
  if (role === "namespace") return row.namespace;
  return shownText(role === "cluster" ? (row.cluster?.name ?? "") : cellText(row.cells[index]));
}

function content(row: ResourceRow, column: PlannedColumn, style: RowStyle, text: string) {
  const { role } = column;
  const since = role === "age" ? row.created || undefined : role === "date" ? cellTime(row, column.index) : undefined;
  if (since !== undefined) return <AgeText since={since} format={style.ageFormat} language={style.language} />;
  if (role === "name" || role === "namespace") return text;
  const aged = role === "cell" ? agedText(row, column.index) : undefined;
  if (aged !== undefined) {
    return (
      <>
        {aged.text} (<AgeText since={aged.since} format="relative" language={style.language} /> ago)
      </>
    );
  }
  if (role === "cluster") {
    return (
      <>
        <span className="clusterMark inline" style={{ background: row.cluster?.colour }} aria-hidden="true" /> {text}
      </>
    );
  }
  if (isStateColumn(column.id) && isShortOf(text) && !isDone(row)) return <span className="toneWord warn">{text}</span>;
  const tone = toneOf(column.id, text);
  if (tone === undefined) return text === "–" || text === "<none>" ? <span className="faint">{text}</span> : text;
  return (
    <>
      <Dot tone={tone} />
      <span className={`toneWord ${tone}`}>{text}</span>
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
  style: RowStyle;
  onSelect(row: ResourceRow): void;
  /** @param range whether to mark all rows from the last marked one to this one */
  onMark(row: ResourceRow, range: boolean): void;
  onOpen(row: ResourceRow): void;
  /** Opens the row's menu. @param at in window pixels */
  onMenu(row: ResourceRow, at: MenuPlace): void;
}

/** One row. Renders again only when its object, the columns or its position change. */
export const TableRowView = memo(function TableRowView(props: TableRowViewProps) {
  const { row, columns, selected, marked, style } = props;
  const pressed = useRef(row);
  // The row on which the press began, because the list may have moved another row below the pointer meanwhile. For
  // clicks without a pointer, this row.
  const meant = ({ detail }: MouseEvent): ResourceRow => (detail === 0 ? row : pressed.current);
  return (
    // biome-ignore lint/a11y/useSemanticElements: table elements do not support rows placed by transform and grid
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
      onPointerDown={() => {
        pressed.current = row;
      }}
      onClick={(event) => {
        if (event.shiftKey) props.onMark(meant(event), true);
        else if (event.ctrlKey || event.metaKey) props.onMark(meant(event), false);
        else props.onSelect(meant(event));
      }}
      onDoubleClick={(event) => props.onOpen(meant(event))}
      onContextMenu={(event) => {
        event.preventDefault();
        event.stopPropagation();
        props.onMenu(row, { x: event.clientX, y: event.clientY });
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Space, handled by the grid */}
      <div
        className="markCell"
        role="gridcell"
        onClick={(event) => {
          event.stopPropagation();
          props.onMark(meant(event), event.shiftKey);
        }}
        onDoubleClick={(event) => event.stopPropagation()}
        data-testid="mark"
      >
        {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <span role="checkbox" aria-checked={marked} aria-label={style.t("browse.markRow", { name: row.name })}>
          <MarkBox mark={marked ? "all" : "none"} />
        </span>
      </div>
      {columns.map((column) => cell(row, column, style))}
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <div className="menuCell" role="gridcell">
        <button
          type="button"
          className="rowMenuButton"
          tabIndex={-1}
          aria-label={style.t("browse.rowMenu", { name: row.name })}
          onClick={(event) => {
            event.stopPropagation();
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            props.onMenu(meant(event), { x: left, y: bottom });
          }}
          onDoubleClick={(event) => event.stopPropagation()}
          data-testid="row-menu"
        >
          <Icon name="more" />
        </button>
      </div>
    </div>
  );
});
