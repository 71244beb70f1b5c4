import { contextBridge } from "electron";

/** All that the page learns from the shell. Anything it can do goes through the console host, as in a browser. */
contextBridge.exposeInMainWorld("orreryDesktop", { platform: process.platform });
