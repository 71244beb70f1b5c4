import type { PointerEvent } from "react";
import "./ColumnGrip.css";

/**
 * The edge of a column's header: dragging it changes the column's width; a double click restores the automatic width.
 */
export function ColumnGrip({ onWidth }: { onWidth(width: number | undefined): void }) {
  const onPointerDown = (event: PointerEvent<HTMLSpanElement>): void => {
    const grip = event.currentTarget;
    const column = grip.parentElement;
    if (event.button !== 0 || column === null) return;
    event.preventDefault();
    const begin = column.getBoundingClientRect().width - event.clientX;
    const listening = new AbortController();
    let frame = 0;
    grip.setPointerCapture(event.pointerId);
    const follow = (move: globalThis.PointerEvent): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => onWidth(begin + move.clientX));
    };
    grip.addEventListener("pointermove", follow, { signal: listening.signal });
    for (const end of ["pointerup", "pointercancel"] as const) {
      grip.addEventListener(end, () => listening.abort(), { signal: listening.signal });
    }
  };
  return (
    <span
      className="columnGrip"
      aria-hidden="true"
      onPointerDown={onPointerDown}
      onDoubleClick={() => onWidth(undefined)}
      data-testid="column-grip"
    />
  );
}
