import { Menu, Tray } from "electron";
import { summarize } from "../../server/whole/console/cluster.ts";
import type { ClusterRegistry } from "../../server/whole/console/clusterRegistry.ts";
import type { Texts } from "../texts/en.ts";
import { trayIcon } from "./trayIcon.ts";
import { type TrayActions, trayMenu } from "./trayMenu.ts";

/**
 * Shows the clusters in the system tray, and updates them whenever the registry reports a change.
 *
 * @param actions called for each new menu
 * @returns a function that removes the tray
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
  // On macOS a click opens the menu, as with every item of the menu bar.
  if (process.platform !== "darwin") tray.on("click", () => actions().open());
  const unsubscribe = clusters.subscribe(update);
  return () => {
    unsubscribe();
    tray.destroy();
  };
}
