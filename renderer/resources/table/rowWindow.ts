/** The rows of a long table to render: the visible ones and some around them, all with the same height. */

/** Rows from `first` (inclusive) to `last` (exclusive). */
interface RowWindow {
  readonly first: number;
  readonly last: number;
}

/** The scroll position of a table, in whole rows. */
export interface RowPosition {
  /** The first visible row, rounded down to a multiple of {@link STEP}. */
  readonly top: number;
  /** Number of rows that fit into the view. */
  readonly fit: number;
}

/** Number of extra rows at either end, which cover a turn of the wheel before the next frame. */
const OVERSCAN = 8;
/** Number of rows by which the window moves, so that not every frame of a slow scroll changes the page. */
const STEP = 4;

/** @param scrollTop, height, rowHeight in pixels */
export function positionAt(scrollTop: number, height: number, rowHeight: number): RowPosition {
  return {
    top: Math.floor(Math.max(0, scrollTop) / rowHeight / STEP) * STEP,
    fit: Math.ceil(Math.max(0, height) / rowHeight),
  };
}

/** The rows to render, limited to the existing rows even if the table has become shorter. */
export function windowAt({ top, fit }: RowPosition, count: number): RowWindow {
  const size = Math.min(count, fit + STEP + 2 * OVERSCAN);
  const first = Math.max(0, Math.min(top - OVERSCAN, count - size));
  return { first, last: first + size };
}

/** A window whose rows have numbers that identify their elements on the page. */
export interface NumberedWindow extends RowWindow {
  /** The number of a row is its index minus this shift. */
  readonly shift: number;
}

/**
 * Numbers the rows of the next window. Rows that are in both windows keep their numbers. After a jump to entirely
 * different rows, the old numbers are reused, so that their elements are updated instead of recreated, which takes half
 * the time.
 */
export function renumber(last: NumberedWindow, next: RowWindow): NumberedWindow {
  const isJump = next.first >= last.last || next.last <= last.first;
  return { ...next, shift: last.shift + (isJump ? next.first - last.first : 0) };
}

/** @returns the scroll position that shows the whole row below the sticky header; unchanged if the row is visible */
export function scrollTopFor(
  index: number,
  sight: { scrollTop: number; height: number; rowHeight: number; headHeight: number },
): number {
  const top = index * sight.rowHeight;
  if (top < sight.scrollTop) return top;
  return Math.max(sight.scrollTop, top + sight.rowHeight + sight.headHeight - sight.height);
}
