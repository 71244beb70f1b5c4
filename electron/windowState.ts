/** The window's last size and position, in screen pixels. Without a position the system chooses one. */
export interface WindowState {
  readonly width: number;
  readonly height: number;
  readonly x?: number;
  readonly y?: number;
  readonly isMaximized: boolean;
}

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const DEFAULT_STATE: WindowState = { width: 1360, height: 860, isMaximized: false };
const MIN = { width: 640, height: 480 };
/**
 * Height in pixels of the part of the window's top edge that must be on a screen; otherwise the user could not drag the
 * window back.
 */
const MIN_VISIBLE = 64;

/**
 * Fits a stored state to the current screens: a screen may have been removed, or the file may have any content.
 * @param screens work areas
 */
export function fitState(remembered: unknown, screens: readonly Rectangle[]): WindowState {
  if (typeof remembered !== "object" || remembered === null) return DEFAULT_STATE;
  const { width, height, x, y, isMaximized } = remembered as Record<string, unknown>;
  if (!isPixels(width) || !isPixels(height)) return DEFAULT_STATE;
  const size = {
    width: Math.max(MIN.width, width),
    height: Math.max(MIN.height, height),
    isMaximized: isMaximized === true,
  };
  if (!isPixels(x) || !isPixels(y)) return size;
  const isReachable = screens.some(
    (screen) =>
      x + size.width - MIN_VISIBLE >= screen.x &&
      x + MIN_VISIBLE <= screen.x + screen.width &&
      y >= screen.y &&
      y + MIN_VISIBLE <= screen.y + screen.height,
  );
  return isReachable ? { ...size, x, y } : size;
}

const isPixels = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 100_000;
