import type { Browser } from "playwright-core";

/** What the application double needs of a window. */
export interface OpenWindow {
  close(): Promise<void>;
}

/** What a test may look at and set. One per run, as `electron` is one module. */
export interface DoubleState {
  /** Set before the shell is imported. */
  browser: Browser | undefined;
  userData: string;
  readonly windows: OpenWindow[];
  readonly openedOutside: string[];
  readonly revealed: string[];
  readonly errorBoxes: string[];
  menu: unknown;
  permissionRequest:
    | ((contents: unknown, permission: string, answer: (isGranted: boolean) => void) => void)
    | undefined;
  hasQuit: boolean;
}

export const state: DoubleState = {
  browser: undefined,
  userData: "",
  windows: [],
  openedOutside: [],
  revealed: [],
  errorBoxes: [],
  menu: undefined,
  permissionRequest: undefined,
  hasQuit: false,
};
