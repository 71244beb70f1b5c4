import type { BrowserWindow } from "electron";
import type { ConsoleHost } from "../server/whole/console/consoleHost.ts";
import { load, openWindow, type WindowOptions } from "./window.ts";

/** The only window of the console. It can be closed and opened again. */
export interface ConsoleWindow {
  /**
   * Opens the window or brings it to the front.
   *
   * @param path of the console to open; default: the current view, or the start page
   */
  show(path?: string): void;
}

/** @param place the path of the preload script, and the file that stores the window's state */
export function consoleWindow(host: ConsoleHost, place: Pick<WindowOptions, "preload" | "stateFile">): ConsoleWindow {
  let window: BrowserWindow | undefined;
  return {
    show(path) {
      if (window === undefined || window.isDestroyed()) {
        window = openWindow({ address: host.addressOf({ path: path ?? "/" }), origin: host.url, ...place });
        return;
      }
      if (path !== undefined) load(window, host.url + path);
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
  };
}
