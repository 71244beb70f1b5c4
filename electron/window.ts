import { BrowserWindow, screen, shell } from "electron";
import { isOwn, isSafeOutside } from "./navigation.ts";
import { readStoredJson, writeStoredJson } from "./storedJson.ts";
import { fitState } from "./windowState.ts";

export interface WindowOptions {
  /** Address that opens the console; it works once. */
  readonly address: string;
  /** The console host's origin: the window never leaves it. */
  readonly origin: string;
  /** Path of the built preload script. */
  readonly preload: string;
  /** Path of the file that remembers size and position. */
  readonly stateFile: string;
}

/**
 * Opens the console's window. The page is treated like any web page: no Node, context isolation, the operating system's
 * sandbox. Links to other origins open in the system's browser.
 */
export function openWindow({ address, origin, preload, stateFile }: WindowOptions): BrowserWindow {
  const { isMaximized, ...bounds } = fitState(
    readStoredJson(stateFile),
    screen.getAllDisplays().map((display) => display.workArea),
  );
  const window = new BrowserWindow({
    ...bounds,
    show: false,
    title: "Orrery",
    minWidth: 640,
    minHeight: 480,
    webPreferences: { preload, contextIsolation: true, sandbox: true, nodeIntegration: false, webviewTag: false },
  });
  const { webContents } = window;
  webContents.setWindowOpenHandler(({ url }) => {
    if (isSafeOutside(url)) void shell.openExternal(url);
    return { action: "deny" };
  });
  const stay = (event: { preventDefault(): void }, url: string): void => {
    if (isOwn(url, origin)) return;
    event.preventDefault();
    if (isSafeOutside(url)) void shell.openExternal(url);
  };
  webContents.on("will-navigate", stay);
  webContents.on("will-redirect", stay);
  webContents.on("will-attach-webview", (event) => event.preventDefault());
  window.once("ready-to-show", () => {
    if (isMaximized) window.maximize();
    window.show();
  });
  window.on("close", () => {
    writeStoredJson(stateFile, { ...window.getNormalBounds(), isMaximized: window.isMaximized() });
  });
  load(window, address);
  return window;
}

/** Loads an address. A load that ends because its window is closed, or because another one replaces it, is no failure. */
export function load(window: BrowserWindow, address: string): void {
  window.loadURL(address).catch((error: { readonly code?: string }) => {
    if (window.isDestroyed() || error.code === "ERR_ABORTED") return;
    // Its message contains the address, with the secret that opens the console.
    process.stderr.write(`The window could not load its page: ${error.code ?? "no reason given"}\n`);
  });
}
