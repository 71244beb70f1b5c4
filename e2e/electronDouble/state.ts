import type { Browser } from "playwright-core";

/** The part of a window that the application double needs. */
export interface OpenWindow {
  close(): Promise<void>;
}

/** The shell's icon in the system tray. */
export interface TrayState {
  readonly menu: readonly TrayItem[];
  readonly toolTip: string;
  readonly icon: unknown;
  click(): void;
}

/** The parts of a menu item that tests use. */
export interface TrayItem {
  readonly label?: string;
  readonly enabled?: boolean;
  readonly checked?: boolean;
  readonly submenu?: readonly TrayItem[];
  readonly click?: (item: { checked: boolean }) => void;
}

type PermissionRequest = (
  contents: unknown,
  permission: string,
  answer: (isGranted: boolean) => void,
  details: { requestingUrl: string },
) => void;

/** State that tests may read and set. There is one per run, because `electron` is one module. */
export interface DoubleState {
  /** Set before the shell is imported. */
  browser: Browser | undefined;
  userData: string;
  readonly windows: OpenWindow[];
  readonly openedOutside: string[];
  readonly revealed: string[];
  readonly errorBoxes: string[];
  /** Texts of message boxes; each box is closed at once with its first button. */
  readonly messages: string[];
  menu: unknown;
  /** The icon in the system tray. */
  tray: TrayState | undefined;
  permissionRequest: PermissionRequest | undefined;
  permissionCheck: ((contents: unknown, permission: string, origin: string) => boolean) | undefined;
  hasQuit: boolean;
}

export const state: DoubleState = {
  browser: undefined,
  userData: "",
  windows: [],
  openedOutside: [],
  revealed: [],
  errorBoxes: [],
  messages: [],
  menu: undefined,
  tray: undefined,
  permissionRequest: undefined,
  permissionCheck: undefined,
  hasQuit: false,
};
