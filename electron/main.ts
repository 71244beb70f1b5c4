import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { app, dialog, Menu, safeStorage, session, shell } from "electron";
import { type SandboxConsole, startSandboxConsole } from "../server/console/sandboxConsole.ts";
import { parseServeFlags } from "../server/options/parseFlags.ts";
import { keyStoreBox } from "./keyStoreBox.ts";
import { menuTemplate } from "./menu.ts";
import { openWindow } from "./window.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Flags after Electron's own words: `electron . --data-dir …`; a packaged application has no folder among them. */
function serveFlags(): string[] {
  const words = process.argv.slice(app.isPackaged ? 1 : 2);
  const flags = words.some((word) => word.startsWith("--secure-port")) ? words : ["--secure-port", "0", ...words];
  const hasFolder = words.some((word) => word.startsWith("--data-dir"));
  return hasFolder ? flags : ["--data-dir", join(app.getPath("userData"), "sandbox"), ...flags];
}

/** The desktop application: one instance, one sandbox, one window on its console. */
async function run(): Promise<void> {
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  await app.whenReady();
  // No page of ours needs a camera, a location or a notification.
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.defaultSession.setPermissionCheckHandler(() => false);

  let running: SandboxConsole;
  try {
    running = await startSandboxConsole(parseServeFlags(serveFlags()).options, {
      rendererDir: join(here, "../renderer"),
      secrets: keyStoreBox(safeStorage),
      isDesktop: true,
      exportFolder: app.getPath("downloads"),
    });
  } catch (error) {
    dialog.showErrorBox("Orrery cannot start", error instanceof Error ? error.message : String(error));
    app.exit(1);
    return;
  }

  const open = () =>
    openWindow({
      address: running.host.openUrl,
      origin: running.host.url,
      preload: join(here, "preload.js"),
      stateFile: join(app.getPath("userData"), "window.json"),
    });
  let window = open();
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        isMac: process.platform === "darwin",
        isPackaged: app.isPackaged,
        reveal: () => shell.showItemInFolder(running.server.kubeconfigPath),
      }),
    ),
  );
  const show = (): void => {
    if (window.isDestroyed()) window = open();
    if (window.isMinimized()) window.restore();
    window.focus();
  };
  app.on("second-instance", show);
  app.on("activate", show);
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });

  // Quitting waits for the store: the first attempt is held back until it is closed.
  let isClosed = false;
  app.on("before-quit", (event) => {
    if (isClosed) return;
    event.preventDefault();
    isClosed = true;
    void running.close().finally(() => app.quit());
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => app.quit());
}

void run();
