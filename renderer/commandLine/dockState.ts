import { createKept } from "../localSettings/kept.ts";

/** Whether the command line is open at the bottom of the page; shared by all windows. */
export const dockIsOpen = createKept<boolean>({
  key: "orrery.commandLine.open",
  decode: (text) => text === "true",
  encode: String,
});

/** Opens the command line, or closes it. */
export const toggleDock = (): void => dockIsOpen.write(!dockIsOpen.read());

/** How tall it is, in pixels. */
export const dockHeight = createKept<number>({
  key: "orrery.commandLine.height",
  decode: (text) => bounded(Number(text ?? 240)),
  encode: String,
});

const LEAST = 120;
const MOST = 900;

/** Limits a height so that dock and page both stay visible. */
export const bounded = (height: number): number =>
  Number.isFinite(height) ? Math.min(MOST, Math.max(LEAST, Math.round(height))) : 240;
