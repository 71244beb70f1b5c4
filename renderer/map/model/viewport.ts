import type { Box } from "./box.ts";

/** The viewport: the window's pixel position of the map's corner, and the zoom factor. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const MIN_SCALE = 0.35;
const MAX_SCALE = 2;
/** The smallest readable zoom factor; the map starts with at least this zoom. */
const READABLE = 0.8;
const MARGIN = 24;
/** Height of the controls over the bottom of the map. */
const BOTTOM = 64;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/**
 * Shows the whole map as large as possible; if it does not fit, its beginning.
 *
 * @param readable whether to keep the zoom readable
 */
export function fitView(content: Size, window: Size, readable: boolean): View {
  const room = { width: window.width - 2 * MARGIN, height: window.height - MARGIN - BOTTOM };
  const most = Math.min(room.width / Math.max(1, content.width), room.height / Math.max(1, content.height));
  const scale = clamp(most, readable ? READABLE : MIN_SCALE, 1);
  const corner = (side: "width" | "height") => MARGIN + Math.max(0, (room[side] - content[side] * scale) / 2);
  return { x: corner("width"), y: readable ? MARGIN : corner("height"), scale };
}

/** Zooms by a factor around a fixed point of the window. */
export function zoomAt(view: View, factor: number, point: { x: number; y: number }): View {
  const scale = clamp(view.scale * factor, MIN_SCALE, MAX_SCALE);
  const by = scale / view.scale;
  return { x: point.x - (point.x - view.x) * by, y: point.y - (point.y - view.y) * by, scale };
}

/** Moves just enough to make a box visible; returns the same view if it already is. */
export function reveal(view: View, box: Box, window: Size): View {
  const shift = (start: number, length: number, end: number): number => {
    if (start < MARGIN) return MARGIN - start;
    return start + length > end ? Math.max(MARGIN - start, end - start - length) : 0;
  };
  const dx = shift(view.x + box.x * view.scale, box.width * view.scale, window.width - MARGIN);
  const dy = shift(view.y + box.y * view.scale, box.height * view.scale, window.height - BOTTOM);
  return dx === 0 && dy === 0 ? view : { ...view, x: view.x + dx, y: view.y + dy };
}

/** A rectangle of the window, as a box of the map. @param at in pixels from the corner of the window */
export const boxAt = (view: View, at: { left: number; top: number; width: number; height: number }): Box => ({
  x: (at.left - view.x) / view.scale,
  y: (at.top - view.y) / view.scale,
  width: at.width / view.scale,
  height: at.height / view.scale,
});

/** Size of a tile in map pixels; moving within a tile mounts no new elements. */
const TILE = 320;

/** The part of the map to render: the viewport and a margin, in whole tiles. */
export function drawnPart(view: View, window: Size): Box {
  const down = (value: number) => (Math.floor(value / TILE) - 1) * TILE;
  const up = (value: number) => (Math.ceil(value / TILE) + 1) * TILE;
  const x = down(-view.x / view.scale);
  const y = down(-view.y / view.scale);
  return {
    x,
    y,
    width: up((window.width - view.x) / view.scale) - x,
    height: up((window.height - view.y) / view.scale) - y,
  };
}
