// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual and placed by position, which table elements resist
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop; cells are its active descendants

import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { shownText } from "../../../shared/text/shownText.ts";
import { Icon, type IconName } from "../../ui/Icon.tsx";
import { scrollNearestAcross } from "../../ui/scrollNearest.ts";
import type { Cell, MatrixRow } from "./matrix.ts";
import { moveInGrid } from "./moveInGrid.ts";

const ROW = 28;
const ICONS: Readonly<Record<Cell, IconName | undefined>> = {
  yes: "check",
  names: "key",
  no: undefined,
  none: undefined,
};

export interface MatrixTableProps {
  label: string;
  head: string;
  rows: readonly MatrixRow[];
  verbs: readonly string[];
  /** Row and column of the cell whose explanation is shown. */
  chosen: { row: string; verb: string } | undefined;
  onChoose(row: MatrixRow, verb: string): void;
}

/**
 * Rights by verb; renders only the visible rows. The grid is one tab stop: arrow keys move a cell cursor, Enter
 * chooses.
 */
export function MatrixTable({ label, head, rows, verbs, chosen, onChoose }: MatrixTableProps) {
  const { t } = useTranslation();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState({ row: 0, column: 0 });
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 16,
    paddingStart: ROW + 2,
    scrollPaddingStart: ROW + 2,
  });
  const heads = useRef<HTMLDivElement>(null);
  const showColumn = useCallback((column: number): void => {
    const [named, ...columns] = heads.current?.children ?? [];
    const head = columns[column];
    if (scroller.current === null || named === undefined || head === undefined) return;
    scrollNearestAcross(scroller.current, head, named);
  }, []);
  const chosenRow = chosen?.row;
  const chosenColumn = chosen === undefined ? -1 : verbs.indexOf(chosen.verb);
  // The explanation beside the grid leaves it less room.
  useEffect(() => {
    if (chosenRow !== undefined) showColumn(chosenColumn);
  }, [chosenRow, chosenColumn, showColumn]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[at.row];
    const verb = verbs[at.column];
    if ((event.key === "Enter" || event.key === " ") && row !== undefined && verb !== undefined) {
      event.preventDefault();
      onChoose(row, verb);
      return;
    }
    const next = moveInGrid(event.key, at, rows.length, verbs.length);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    virtual.scrollToIndex(next.row, { align: "auto" });
    showColumn(next.column);
  };
  const longest = rows.reduce((most, row) => Math.max(most, row.label.length), head.length);
  const widths = verbs.map((verb) => Math.max(64, verb.length * 7 + 24));
  const columns = {
    "--named": `min(${longest}ch + 24px, 400px)`,
    "--verbs": widths.map((width) => `${width}px`).join(" "),
    "--all-verbs": `${widths.reduce((all, width) => all + width, 0)}px`,
  };
  return (
    <div
      ref={scroller}
      className="matrix"
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={verbs.length + 1}
      aria-activedescendant={rows.length === 0 ? undefined : `${id}-${at.row}-${at.column}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      data-testid="matrix"
      style={columns as React.CSSProperties}
    >
      <div role="presentation" className="matrixBody" style={{ height: virtual.getTotalSize() }}>
        <div ref={heads} className="matrixRow head" role="row">
          <span role="columnheader">{head}</span>
          {verbs.map((verb) => (
            <span role="columnheader" key={verb} className="mono">
              {verb}
            </span>
          ))}
        </div>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <div
              key={row.key}
              className="matrixRow"
              role="row"
              aria-rowindex={index + 2}
              style={{ transform: `translateY(${start}px)` }}
              data-testid="matrix-row"
            >
              <span role="rowheader" data-tip={row.label}>
                {shownText(row.label)}
              </span>
              {verbs.map((verb, column) => {
                const cell = row.cells[column] ?? "none";
                const icon = ICONS[cell];
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
                  <span
                    key={verb}
                    id={`${id}-${index}-${column}`}
                    role="gridcell"
                    className={`matrixCell ${cell} ${at.row === index && at.column === column ? "cursor" : ""}`}
                    aria-label={`${verb}: ${t(`rights.cell.${cell}`)}`}
                    aria-selected={chosen?.row === row.key && chosen.verb === verb}
                    data-tip={t(`rights.cell.${cell}`)}
                    data-cell={cell}
                    onClick={() => {
                      setAt({ row: index, column });
                      onChoose(row, verb);
                    }}
                  >
                    {icon === undefined ? cell === "no" ? "–" : "" : <Icon name={icon} size={13} />}
                  </span>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
}
