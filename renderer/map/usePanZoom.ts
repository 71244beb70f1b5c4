import { type PointerEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Box } from "./model/box.ts";
import { fitView, reveal, type Size, type View, zoomAt } from "./model/viewport.ts";

/** Zoom factor of one step of the buttons and keys, and of one pixel of the wheel. */
const STEP = 1.25;
const PER_PIXEL = 1.0015;
/** Distance in pixels after which a pointer movement is a drag. */
const DRAG = 4;

export interface PanZoom {
  readonly frame: RefObject<HTMLElement | null>;
  readonly view: View;
  readonly window: Size;
  readonly dragging: boolean;
  /** Zooms in (1) or out (-1) around the centre. */
  zoom(direction: 1 | -1): void;
  fit(): void;
  /** Returns to the initial view, at a readable zoom. */
  begin(): void;
  /** Moves just far enough to make a box visible. */
  show(box: Box): void;
  /** Event handlers for the frame. */
  readonly handlers: {
    onPointerDown(event: PointerEvent): void;
    onPointerMove(event: PointerEvent): void;
    onPointerUp(event: PointerEvent): void;
    onPointerCancel(event: PointerEvent): void;
  };
}

/**
 * Pans and zooms a map by pointer, wheel and keys. Starts at a readable zoom.
 *
 * @param onBackground called when the user clicks on the background
 */
export function usePanZoom(content: Size, onBackground: () => void): PanZoom {
  const frame = useRef<HTMLElement>(null);
  const [window, setWindow] = useState<Size>({ width: 0, height: 0 });
  const [view, setView] = useState<View>();
  const [dragging, setDragging] = useState(false);
  const drag = useRef<{ x: number; y: number; moved: boolean }>(undefined);
  const latest = useRef({ content, window });
  latest.current = { content, window };

  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = (): void => setWindow({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const isMeasured = window.width > 0;
  useLayoutEffect(() => {
    if (isMeasured) setView((before) => before ?? fitView(latest.current.content, latest.current.window, true));
  }, [isMeasured]);

  const change = useCallback(
    (next: (before: View) => View) => setView((before) => (before === undefined ? before : next(before))),
    [],
  );
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    // React's wheel listeners are passive, but this one must prevent the page from scrolling or zooming.
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 24 : 1) * (event.ctrlKey ? 4 : 1);
      const point = { x: event.clientX - left, y: event.clientY - top };
      if (event.shiftKey) change((before) => ({ ...before, x: before.x - event.deltaX - event.deltaY }));
      else change((before) => zoomAt(before, PER_PIXEL ** -pixels, point));
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [change]);

  const endDrag = (): void => {
    drag.current = undefined;
    setDragging(false);
  };
  return {
    frame,
    view: view ?? { x: 0, y: 0, scale: 1 },
    window,
    dragging,
    zoom: useCallback(
      (direction) =>
        change((before) => {
          const { width, height } = latest.current.window;
          return zoomAt(before, STEP ** direction, { x: width / 2, y: height / 2 });
        }),
      [change],
    ),
    fit: useCallback(() => setView(fitView(latest.current.content, latest.current.window, false)), []),
    begin: useCallback(() => setView(fitView(latest.current.content, latest.current.window, true)), []),
    show: useCallback((box) => change((before) => reveal(before, box, latest.current.window)), [change]),
    handlers: {
      onPointerDown: (event) => {
        const isOnControl = event.target instanceof Element && event.target.closest("button, a") !== null;
        if (event.button === 0 && !isOnControl) drag.current = { x: event.clientX, y: event.clientY, moved: false };
      },
      onPointerMove: (event) => {
        const at = drag.current;
        if (at === undefined) return;
        const [dx, dy] = [event.clientX - at.x, event.clientY - at.y];
        if (!at.moved && Math.abs(dx) + Math.abs(dy) < DRAG) return;
        if (!at.moved) {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragging(true);
        }
        drag.current = { x: event.clientX, y: event.clientY, moved: true };
        change((before) => ({ ...before, x: before.x + dx, y: before.y + dy }));
      },
      onPointerUp: () => {
        if (drag.current?.moved === false) onBackground();
        endDrag();
      },
      onPointerCancel: endDrag,
    },
  };
}
