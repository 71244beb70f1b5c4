import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { app, dialog, Menu, safeStorage, session, shell } from "electron";
import { type SandboxConsole, startSandboxConsole } from "../server/whole/console/sandboxConsole.ts";
import { parseServeFlags } from "../server/whole/options/parseFlags.ts";
import { LINK_SCHEME } from "../shared/consoleLink.ts";
import { messageOf } from "../shared/text/messageOf.ts";
import { ownArguments, serveFlags } from "./commandWords.ts";
import { type ConsoleWindow, consoleWindow } from "./consoleWindow.ts";
import { keyStoreBox } from "./keyStoreBox.ts";
import { collectLinks } from "./linkInbox.ts";
import { createLinkRefusal } from "./linkRefusal.ts";
import { linkTarget } from "./linkTarget.ts";
import { menuTemplate } from "./menu.ts";
import { restrictPermissions } from "./permissions.ts";
import { textsFor } from "./texts/textsFor.ts";
import { desktopTray } from "./tray/desktopTray.ts";
import { checkForUpdates } from "./updates/checkForUpdates.ts";
import { updateSourceOf } from "./updates/updateSource.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** The desktop application: one instance, one console, one window, one icon in the system tray. */
async function run(): Promise<void> {
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  const words = ownArguments(process.argv, app.isPackaged);
  const links = collectLinks(words, app);
  // An unpackaged application would register Electron's bare program with the operating system.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  await app.whenReady();
  const texts = textsFor(app.getPreferredSystemLanguages());
  let running: SandboxConsole | undefined;
  let window: ConsoleWindow | undefined;
  restrictPermissions(session.defaultSession, () => running?.host.url);
  const inUserData = (name: string): string => join(app.getPath("userData"), name);
  try {
    running = await startSandboxConsole(parseServeFlags(serveFlags(words, app.getPath("userData"))).options, {
      rendererDir: join(here, "../renderer"),
      secrets: keyStoreBox(safeStorage),
      isDesktop: true,
      exportFolder: app.getPath("downloads"),
      show: (path) => window?.show(path),
    });
  } catch (error) {
    dialog.showErrorBox(texts.cannotStart, messageOf(error));
    app.exit(1);
    return;
  }
  const { server, host, clusters, close } = running;
  const shown = consoleWindow(host, { preload: join(here, "preload.js"), stateFile: inUserData("window.json") });
  window = shown;

  const updates = updateSourceOf(process.env);
  const updateContext = { version: app.getVersion(), dialog, showPage: (page: string) => shell.openExternal(page) };
  const menu = menuTemplate(
    {
      isMac: process.platform === "darwin",
      isPackaged: app.isPackaged,
      reveal: () => shell.showItemInFolder(server.kubeconfigPath),
      checkForUpdates: updates && (() => void checkForUpdates(updates, texts, updateContext)),
    },
    texts,
  );
  Menu.setApplicationMenu(Menu.buildFromTemplate(menu));

  const tray = desktopTray(running, shown, texts, inUserData("desktop.json"));
  const refuse = createLinkRefusal(texts);
  const visit = (link: string | undefined): void => {
    const path = link === undefined ? undefined : linkTarget(link, (cluster) => clusters.get(cluster) !== undefined);
    shown.show(path);
    if (link !== undefined && path === undefined) refuse();
  };
  links.receive(visit);

  app.on("window-all-closed", () => {
    if (process.platform !== "darwin" && !tray.isKeptRunning()) app.quit();
  });
  // Quitting waits for the store: the first attempt is cancelled, and repeated once the store is closed.
  let isClosed = false;
  app.on("before-quit", (event) => {
    if (isClosed) return;
    event.preventDefault();
    isClosed = true;
    tray.close();
    void close().finally(() => app.quit());
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => app.quit());
}

void run();
