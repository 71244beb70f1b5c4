import type { BrowserWindow } from "electron";
import type { ConsoleHost } from "../server/whole/console/consoleHost.ts";
import { openWindow, type WindowOptions } from "./window.ts";

/** The console's one window, which may be closed and come back. */
export interface ConsoleWindow {
  /** Brings it forward. @param path of the console to go to; default where it is, or the start page */
  show(path?: string): void;
}

/** @param place where the preload script is, and the file that remembers the window */
export function consoleWindow(host: ConsoleHost, place: Pick<WindowOptions, "preload" | "stateFile">): ConsoleWindow {
  let window: BrowserWindow | undefined;
  return {
    show(path) {
      if (window === undefined || window.isDestroyed()) {
        window = openWindow({ address: host.addressOf({ path: path ?? "/" }), origin: host.url, ...place });
        return;
      }
      if (path !== undefined) void window.loadURL(host.url + path);
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
  };
}
