import { Menu, Tray } from "electron";
import { summarize } from "../../server/whole/console/cluster.ts";
import type { ClusterRegistry } from "../../server/whole/console/clusterRegistry.ts";
import type { Texts } from "../texts/en.ts";
import { trayIcon } from "./trayIcon.ts";
import { type TrayActions, trayMenu } from "./trayMenu.ts";

/**
 * Puts the clusters into the system's bar, and keeps them current: the registry tells of every change.
 *
 * @param actions asked anew for each menu
 * @returns how to take it away
 */
export function showTray(clusters: ClusterRegistry, texts: Texts, actions: () => TrayActions): () => void {
  const tray = new Tray(trayIcon(process.platform));
  const update = (): void => {
    const summaries = clusters.list().map(summarize);
    const running = summaries.filter(({ state }) => state === "running").length;
    tray.setToolTip(texts.running(running));
    tray.setContextMenu(Menu.buildFromTemplate(trayMenu(summaries, texts, actions())));
  };
  update();
  // On a Mac a click opens the menu, as everything in its bar does.
  if (process.platform !== "darwin") tray.on("click", () => actions().open());
  const unsubscribe = clusters.subscribe(update);
  return () => {
    unsubscribe();
    tray.destroy();
  };
}
