import { createPersisted } from "../localSettings/persistedValue.ts";

/**
 * Whether the command line is open at the bottom of the page; undefined until the user or a page first opens it. Shared
 * by all windows.
 */
export const dockIsOpen = createPersisted<boolean | undefined>({
  key: "orrery.commandLine.open",
  decode: (text) => (text === undefined ? undefined : text === "true"),
  encode: String,
});

/** Whether the user last opened it in this window, rather than a page, another window, or before a reload. */
let isRequested = false;

/** Opens the command line, or closes it. */
export function toggleDock(): void {
  isRequested = true;
  dockIsOpen.write(!dockIsOpen.read());
}

/** Opens the command line for a page that benefits from it, unless the user has opened or closed it before. */
export function offerDock(): void {
  if (dockIsOpen.read() !== undefined) return;
  isRequested = false;
  dockIsOpen.write(true);
}

/** Whether the command line takes the focus when it opens: only where the user opened it. */
export const dockTakesFocus = (): boolean => isRequested;

/** Height of the dock in pixels. */
export const dockHeight = createPersisted<number>({
  key: "orrery.commandLine.height",
  decode: (text) => bounded(Number(text ?? 240)),
  encode: String,
});

const MIN_HEIGHT = 120;
const MAX_HEIGHT = 900;

/** Limits a height so that both the dock and the page stay visible. */
export const bounded = (height: number): number =>
  Number.isFinite(height) ? Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, Math.round(height))) : 240;
