import type { MenuItemConstructorOptions } from "electron";
import type { Texts } from "./texts/en.ts";

export interface MenuActions {
  readonly isMac: boolean;
  /** A packaged application has no developer tools in its menu. */
  readonly isPackaged: boolean;
  /** Shows the sandbox's kubeconfig in the file manager. */
  readonly reveal: () => void;
  /** Checks for a newer version; absent while the check is switched off. */
  readonly checkForUpdates?: (() => void) | undefined;
}

/**
 * The application's menu. It uses Electron's roles where they exist, so that shortcuts are the platform's own; on macOS
 * this includes the names of whole menus.
 */
export function menuTemplate(actions: MenuActions, texts: Texts): MenuItemConstructorOptions[] {
  const { isMac, isPackaged, reveal, checkForUpdates } = actions;
  const separator = { type: "separator" } as const;
  return [
    ...(isMac ? [{ role: "appMenu" } as const] : []),
    {
      label: texts.file,
      submenu: [
        { label: texts.showKubeconfig, click: reveal },
        separator,
        isMac ? { role: "close", label: texts.close } : { role: "quit", label: texts.quit },
      ],
    },
    { role: "editMenu", label: texts.edit },
    {
      label: texts.view,
      submenu: [
        { role: "reload", label: texts.reload },
        ...(isPackaged ? [] : [{ role: "toggleDevTools" } as const]),
        separator,
        { role: "resetZoom", label: texts.actualSize },
        { role: "zoomIn", label: texts.zoomIn },
        { role: "zoomOut", label: texts.zoomOut },
        separator,
        { role: "togglefullscreen", label: texts.fullScreen },
      ],
    },
    { role: "windowMenu", label: texts.window },
    {
      role: "help",
      label: texts.help,
      submenu: [
        checkForUpdates === undefined
          ? { label: texts.updatesOff, enabled: false }
          : { label: texts.checkForUpdates, click: checkForUpdates },
      ],
    },
  ];
}
