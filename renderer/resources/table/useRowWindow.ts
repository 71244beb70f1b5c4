import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type NumberedWindow, positionAt, type RowPosition, renumber, scrollTopFor, windowAt } from "./rowWindow.ts";

interface RowWindowOptions {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** Height of a row in pixels. */
  rowHeight: number;
  headHeight: number;
}

const NOWHERE: RowPosition = { top: 0, fit: 0 };

/** The rows of a scrolled table to render, and a function that scrolls a row into view. */
export function useRowWindow(options: RowWindowOptions): NumberedWindow & { show(index: number): void } {
  const { scroller, count, rowHeight, headHeight } = options;
  const [position, setPosition] = useState(NOWHERE);
  const height = useRef(0);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let current = NOWHERE;
    const read = (draw: (position: RowPosition) => void): void => {
      const next = positionAt(element.scrollTop, height.current, rowHeight);
      if (next.top === current.top && next.fit === current.fit) return;
      current = next;
      draw(next);
    };
    // Rendered synchronously, so that the rows change in the same frame as the scroll position.
    const onScroll = (): void => read((next) => flushSync(() => setPosition(next)));
    const observer = new ResizeObserver(() => {
      height.current = element.clientHeight;
      onScroll();
    });
    height.current = element.clientHeight;
    read(setPosition);
    element.addEventListener("scroll", onScroll, { passive: true });
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", onScroll);
      observer.disconnect();
    };
  }, [scroller, rowHeight]);

  const show = useCallback(
    (index: number): void => {
      const element = scroller.current;
      if (element === null) return;
      const sight = { scrollTop: element.scrollTop, height: height.current, rowHeight, headHeight };
      element.scrollTop = scrollTopFor(index, sight);
    },
    [scroller, rowHeight, headHeight],
  );
  const drawn = useRef<NumberedWindow>({ first: 0, last: 0, shift: 0 });
  drawn.current = renumber(drawn.current, windowAt(position, count));
  return { ...drawn.current, show };
}
