import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ScrollRegion } from "../ui/ScrollRegion.tsx";
import type { TextSearch } from "./findText.ts";
import { LogRow } from "./LogRow.tsx";
import type { LogLine } from "./logLine.ts";

export interface LogLinesProps {
  lines: readonly LogLine[];
  nameOf(source: string): string;
  hueOf(source: string): number;
  search: TextSearch | undefined;
  /** Index of the current search hit; -1 for none. */
  current: number;
  hasTimes: boolean;
  wraps: boolean;
  /** Whether the view follows the end. */
  follows: boolean;
  onFollow(follows: boolean): void;
}

const ROW = 20;
/** Maximum distance in pixels from the end at which the list keeps following the log. */
const NEAR = ROW;

/**
 * Renders the visible lines of logs. When the user scrolls up, the view stops following the log; when they reach the
 * end, it follows again.
 */
export function LogLines(props: LogLinesProps) {
  const { t } = useTranslation();
  const { lines, current, wraps, follows, onFollow, hasTimes } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const lastTop = useRef(0);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 20,
  });
  const items = virtual.getVirtualItems();
  const height = virtual.getTotalSize();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever makes the list longer
  useLayoutEffect(() => {
    const node = scroller.current;
    if (node !== null && follows) node.scrollTop = node.scrollHeight;
  }, [follows, height, lines]);

  // The visible lines stay in place when older lines are dropped.
  const anchor = useRef<{ id: number; top: number } | undefined>(undefined);
  useLayoutEffect(() => {
    const node = scroller.current;
    const held = anchor.current;
    if (node === null || follows || wraps || held === undefined) return;
    const index = lines.findIndex(({ id }) => id === held.id);
    const top = index * ROW + held.top;
    if (index >= 0 && Math.abs(top - node.scrollTop) >= 1) node.scrollTop = top;
  }, [lines, follows, wraps]);

  useEffect(() => {
    if (current >= 0) virtual.scrollToIndex(current, { align: "center" });
  }, [current, virtual]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height are measured anew
  useEffect(() => virtual.measure(), [wraps, hasTimes]);

  const onScroll = (): void => {
    const node = scroller.current;
    if (node === null) return;
    const { scrollTop, clientHeight, scrollHeight } = node;
    const isAtEnd = scrollTop + clientHeight >= scrollHeight - NEAR;
    if (follows && scrollTop < lastTop.current && !isAtEnd) onFollow(false);
    else if (!follows && isAtEnd && scrollTop > lastTop.current) onFollow(true);
    lastTop.current = scrollTop;
    const first = lines[Math.floor(scrollTop / ROW)];
    anchor.current = first === undefined ? undefined : { id: first.id, top: scrollTop % ROW };
  };

  return (
    <ScrollRegion
      as="div"
      ref={scroller}
      className={wraps ? "logLines wraps" : "logLines"}
      role="log"
      aria-live="off"
      aria-label={t("logs.lines")}
      onScroll={onScroll}
      data-testid="log-lines"
    >
      <div className="logCanvas" style={{ height }}>
        {items.map((item) => {
          const line = lines[item.index];
          if (line === undefined) return null;
          return (
            <div
              key={line.id}
              ref={wraps ? virtual.measureElement : undefined}
              data-index={item.index}
              className={item.index === current ? "logLine current" : "logLine"}
              style={{ transform: `translateY(${item.start}px)` }}
              data-testid="log-line"
            >
              <LogRow
                line={line}
                name={props.nameOf(line.source)}
                hue={props.hueOf(line.source)}
                search={props.search}
                hasTime={hasTimes}
              />
            </div>
          );
        })}
      </div>
    </ScrollRegion>
  );
}
