import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { moveFor } from "../ui/moveFor.ts";
import "./LogTable.css";

export interface LogColumn<T> {
  id: string;
  title: string;
  /** A track of a CSS grid. */
  width: string;
  /** Whether the cells are amounts, which are right-aligned. */
  isAmount?: boolean;
  cell(item: T): ReactNode;
}

export interface LogTableProps<T> {
  label: string;
  columns: LogColumn<T>[];
  /** In the order of display. */
  items: readonly T[];
  keyOf(item: T): string;
  selected: string;
  onSelect(key: string): void;
  /** Opens an item's own page, if it has one: on a click, or on Enter for the selected item. */
  onOpen?(key: string): void;
  /** Called while the end of the list is near the visible part: there may be more to load. */
  onEnd?(): void;
  testId: string;
}

const ROW = 28;

/** A long list of log entries. Renders only visible rows; arrow keys move the selection, Esc clears it. */
export function LogTable<T>(props: LogTableProps<T>) {
  const { label, columns, items, keyOf, selected, onSelect, onOpen, onEnd, testId } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
    scrollPaddingStart: ROW,
  });
  const isNearEnd = (virtual.getVirtualItems().at(-1)?.index ?? 0) >= items.length - 1;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  });
  const at = selected === "" ? -1 : items.findIndex((item) => keyOf(item) === selected);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && at >= 0) {
      event.preventDefault();
      onSelect("");
      return;
    }
    if (event.key === "Enter" && at >= 0 && event.target === event.currentTarget && onOpen !== undefined) {
      onOpen(selected);
      return;
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 300) / ROW) - 2);
    const next = moveFor(event.key, at, items.length, page);
    const item = next === undefined ? undefined : items[next];
    if (next === undefined || item === undefined) return;
    event.preventDefault();
    onSelect(keyOf(item));
    virtual.scrollToIndex(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed one by one, which a table element does not allow
    <div
      ref={scroller}
      className="logTable"
      role="grid"
      aria-label={label}
      aria-rowcount={items.length + 1}
      aria-activedescendant={at < 0 ? undefined : `${id}-${selected}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      data-testid={testId}
      style={{ "--columns": columns.map((column) => column.width).join(" ") } as React.CSSProperties}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus */}
      <div className="logRow logHead" role="row" aria-rowindex={1}>
        {columns.map((column) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus
          <span key={column.id} role="columnheader" className={column.isAmount ? "amount" : undefined}>
            {column.title}
          </span>
        ))}
      </div>
      <div className="logBody" style={{ height: virtual.getTotalSize() }} role="presentation">
        {virtual.getVirtualItems().map((place) => {
          const item = items[place.index];
          if (item === undefined) return null;
          const key = keyOf(item);
          return (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the grid's
            <div
              key={key}
              id={`${id}-${key}`}
              className={key === selected ? "logRow chosen" : "logRow"}
              role="row"
              aria-rowindex={place.index + 2}
              aria-selected={key === selected}
              style={{ transform: `translateY(${place.start}px)` }}
              onClick={() => (onOpen ?? onSelect)(key)}
              data-testid={`${testId}-row`}
            >
              {columns.map((column) => (
                // biome-ignore lint/a11y/useSemanticElements: as above
                // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus
                <span key={column.id} role="gridcell" className={column.isAmount ? "amount" : undefined}>
                  {column.cell(item)}
                </span>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}
