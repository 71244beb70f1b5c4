import { createPersisted, type PersistedValue } from "../localSettings/persistedValue.ts";

/** A set of names that is stored on this machine, in the order in which they were added. */
export interface PersistedNames extends Pick<PersistedValue<readonly string[]>, "read" | "subscribe"> {
  /** Adds a name, or removes it. */
  toggle(name: string): void;
}

/** @param storage default: the browser's storage */
export function createPersistedNames(
  key: string,
  storage?: Pick<Storage, "getItem" | "setItem" | "removeItem">,
): PersistedNames {
  const { read, write, subscribe } = createPersisted<readonly string[]>({
    key,
    decode: (text = "") => text.split("\n").filter((name) => name !== ""),
    encode: (names) => names.join("\n"),
    ...(storage === undefined ? {} : { storage }),
  });
  return {
    read,
    subscribe,
    toggle(name) {
      const names = read();
      write(names.includes(name) ? names.filter((other) => other !== name) : [...names, name]);
    },
  };
}
