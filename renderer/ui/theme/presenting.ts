/**
 * Presenter mode: everything in large type, for an audience. Applies to this window until the user ends it or closes
 * the window.
 */
import { useSyncExternalStore } from "react";
import { createPersisted } from "../../localSettings/persistedValue.ts";

const storage = typeof sessionStorage === "undefined" ? {} : { storage: sessionStorage };

/** Whether this window is in presenter mode. */
export const presenting = createPersisted<boolean>({
  key: "orrery.presenting",
  decode: (text) => text === "true",
  encode: String,
  ...storage,
});

/** Whether to show the texts of lessons and scenarios; they are hidden when the presenter speaks them. */
export const narration = createPersisted<boolean>({
  key: "orrery.presenting.narration",
  decode: (text) => text !== "false",
  encode: String,
  ...storage,
});

export const usePresenting = (): boolean => useSyncExternalStore(presenting.subscribe, presenting.read);
export const useNarration = (): boolean => useSyncExternalStore(narration.subscribe, narration.read);
