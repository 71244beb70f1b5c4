import { app } from "electron";
import type { SandboxConsole } from "../../server/whole/console/sandboxConsole.ts";
import type { ConsoleWindow } from "../consoleWindow.ts";
import { readStoredJson, writeStoredJson } from "../storedJson.ts";
import type { Texts } from "../texts/en.ts";
import { showTray } from "./clusterTray.ts";

/** The application's icon in the system tray. */
export interface DesktopTray {
  /** Whether the application keeps running when its window is closed: off until the user switches it on. */
  isKeptRunning(): boolean;
  close(): void;
}

/** @param file stores whether the application keeps running without a window */
export function desktopTray(console: SandboxConsole, window: ConsoleWindow, texts: Texts, file: string): DesktopTray {
  const kept = readStoredJson(file) as { keepRunning?: unknown } | undefined;
  let isKeptRunning = kept?.keepRunning === true;
  // The sandbox's state, which the menu shows, carries the error.
  const attempt = (work: Promise<void> | undefined): void => void work?.catch(() => undefined);
  const close = showTray(console.clusters, texts, () => ({
    open: (cluster) => window.show(cluster === undefined ? undefined : `/c/${encodeURIComponent(cluster)}`),
    start: (cluster) => attempt(console.sandboxes.get(cluster)?.start()),
    stop: (cluster) => attempt(console.sandboxes.get(cluster)?.stop()),
    quit: () => app.quit(),
    isKeptRunning,
    keepRunning(isOn) {
      isKeptRunning = isOn;
      writeStoredJson(file, { keepRunning: isOn });
    },
  }));
  return { isKeptRunning: () => isKeptRunning, close };
}
