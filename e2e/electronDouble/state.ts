import type { Browser } from "playwright-core";

/** What the application double needs of a window. */
export interface OpenWindow {
  close(): Promise<void>;
}

/** What the shell has in the system's bar. */
export interface TrayState {
  readonly menu: readonly TrayItem[];
  readonly toolTip: string;
  readonly icon: unknown;
  click(): void;
}

/** An item of a menu, as far as tests press them. */
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

/** What a test may look at and set. One per run, as `electron` is one module. */
export interface DoubleState {
  /** Set before the shell is imported. */
  browser: Browser | undefined;
  userData: string;
  readonly windows: OpenWindow[];
  readonly openedOutside: string[];
  readonly revealed: string[];
  readonly errorBoxes: string[];
  /** Texts of message boxes; each is closed at once with its first button. */
  readonly messages: string[];
  menu: unknown;
  /** The icon in the system's bar. */
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
