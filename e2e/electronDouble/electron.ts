/**
 * A test double of the `electron` module, for machines without Electron's program, with the parts that the desktop
 * shell uses. Windows are real Chromium pages. It does not cover native menus, context isolation, the operating
 * system's sandbox, or packaging.
 */
import { EventEmitter } from "node:events";
import { preventable } from "./preventable.ts";
import { state } from "./state.ts";

export { BrowserWindow } from "./browserWindow.ts";
export { nativeImage, Tray } from "./tray.ts";

class App extends EventEmitter {
  readonly isPackaged = false;

  requestSingleInstanceLock(): boolean {
    return true;
  }

  whenReady(): Promise<void> {
    return Promise.resolve();
  }

  getPath(): string {
    return state.userData;
  }

  getVersion(): string {
    return "0.1.0";
  }

  getPreferredSystemLanguages(): string[] {
    return ["en-GB"];
  }

  /** Like the real method: emits the quit events, closes the windows, then ends. */
  quit(): void {
    const event = preventable();
    this.emit("before-quit", event);
    if (event.isPrevented) return;
    void Promise.all([...state.windows].map((window) => window.close())).then(() => {
      state.hasQuit = true;
      this.emit("quit");
    });
  }

  exit(): void {
    state.hasQuit = true;
  }
}

export const app = new App();

export const dialog = {
  showErrorBox: (title: string, text: string): void => void state.errorBoxes.push(`${title}: ${text}`),
  showMessageBox: async ({ message }: { message: string }): Promise<{ response: number }> => {
    state.messages.push(message);
    return { response: 0 };
  },
};

export const shell = {
  openExternal: async (url: string): Promise<void> => void state.openedOutside.push(url),
  showItemInFolder: (path: string): void => void state.revealed.push(path),
};

export const safeStorage = {
  isEncryptionAvailable: (): boolean => true,
  encryptString: (plain: string): Buffer => Buffer.from(plain, "utf8").reverse(),
  decryptString: (sealed: Buffer): string => Buffer.from(sealed).reverse().toString("utf8"),
};

export const Menu = {
  buildFromTemplate: (template: unknown): unknown => template,
  setApplicationMenu: (menu: unknown): void => {
    state.menu = menu;
  },
};

export const session = {
  defaultSession: {
    setPermissionRequestHandler: (handler: typeof state.permissionRequest): void => {
      state.permissionRequest = handler;
    },
    setPermissionCheckHandler: (handler: typeof state.permissionCheck): void => {
      state.permissionCheck = handler;
    },
  },
};

export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
};
