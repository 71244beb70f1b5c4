/** The presenter's mode: everything in large type, for a room. It holds in this window, until it is ended or the window closes. */
import { useSyncExternalStore } from "react";
import { createKept } from "../localSettings/kept.ts";

const storage = typeof sessionStorage === "undefined" ? {} : { storage: sessionStorage };

/** Whether this window is shown to a room. */
export const presenting = createKept<boolean>({
  key: "orrery.presenting",
  decode: (text) => text === "true",
  encode: String,
  ...storage,
});

/** Whether the texts of lessons and scenarios are shown, or told by who presents. */
export const narration = createKept<boolean>({
  key: "orrery.presenting.narration",
  decode: (text) => text !== "false",
  encode: String,
  ...storage,
});

export const usePresenting = (): boolean => useSyncExternalStore(presenting.subscribe, presenting.read);
export const useNarration = (): boolean => useSyncExternalStore(narration.subscribe, narration.read);
