import { contextBridge } from "electron";

/**
 * The only value that the shell exposes to the page. Everything else goes through the console host, as in a browser.
 */
contextBridge.exposeInMainWorld("orreryDesktop", { platform: process.platform });
