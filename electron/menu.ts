import type { MenuItemConstructorOptions } from "electron";

export interface MenuActions {
  readonly isMac: boolean;
  /** A packaged application has no developer tools in its menu. */
  readonly isPackaged: boolean;
  /** Shows the sandbox's kubeconfig in the file manager. */
  readonly reveal: () => void;
}

/** The application's menu: roles wherever the system has one, so that shortcuts and names are the platform's own. */
export function menuTemplate({ isMac, isPackaged, reveal }: MenuActions): MenuItemConstructorOptions[] {
  const separator = { type: "separator" } as const;
  return [
    ...(isMac ? [{ role: "appMenu" } as const] : []),
    {
      label: "&File",
      submenu: [
        { label: "Show kubeconfig in Folder", click: reveal },
        separator,
        isMac ? { role: "close" } : { role: "quit" },
      ],
    },
    { role: "editMenu" },
    {
      label: "&View",
      submenu: [
        { role: "reload" },
        ...(isPackaged ? [] : [{ role: "toggleDevTools" } as const]),
        separator,
        { role: "resetZoom" },
        { role: "zoomIn" },
        { role: "zoomOut" },
        separator,
        { role: "togglefullscreen" },
      ],
    },
    { role: "windowMenu" },
  ];
}
