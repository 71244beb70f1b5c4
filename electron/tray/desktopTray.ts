import { app } from "electron";
import type { SandboxConsole } from "../../server/whole/console/sandboxConsole.ts";
import type { ConsoleWindow } from "../consoleWindow.ts";
import { readKept, writeKept } from "../keptFile.ts";
import type { Texts } from "../texts/en.ts";
import { showTray } from "./clusterTray.ts";

/** The application in the system's bar. */
export interface DesktopTray {
  /** Closing the window leaves the application running: off until the user says otherwise. */
  isKeptRunning(): boolean;
  close(): void;
}

/** @param file keeps whether the application shall go on without a window */
export function desktopTray(console: SandboxConsole, window: ConsoleWindow, texts: Texts, file: string): DesktopTray {
  const kept = readKept(file) as { keepRunning?: unknown } | undefined;
  let isKeptRunning = kept?.keepRunning === true;
  // What fails is in the sandbox's state, which the menu shows.
  const attempt = (work: Promise<void> | undefined): void => void work?.catch(() => undefined);
  const close = showTray(console.clusters, texts, () => ({
    open: (cluster) => window.show(cluster === undefined ? undefined : `/c/${encodeURIComponent(cluster)}`),
    start: (cluster) => attempt(console.sandboxes.get(cluster)?.start()),
    stop: (cluster) => attempt(console.sandboxes.get(cluster)?.stop()),
    quit: () => app.quit(),
    isKeptRunning,
    keepRunning(isOn) {
      isKeptRunning = isOn;
      writeKept(file, { keepRunning: isOn });
    },
  }));
  return { isKeptRunning: () => isKeptRunning, close };
}
