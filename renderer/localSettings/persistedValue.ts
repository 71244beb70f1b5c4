/** A value that is stored on this machine, in the browser's storage, and is shared by all windows. */
export interface PersistedValue<T> {
  /** Returns the same value until it changes, so that views can compare it. */
  read(): T;
  /** Stores a value; undefined removes it. If the storage is full, the value applies to this window only. */
  write(value: T | undefined): void;
  /** Subscribes to changes here and in other windows. @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
}

export interface PersistedOptions<T> {
  readonly key: string;
  /** Decodes a stored text; undefined means that nothing is stored. Never throws: invalid text counts as absent. */
  readonly decode: (text: string | undefined) => T;
  readonly encode: (value: T) => string;
  /** Default: `localStorage` of the window. */
  readonly storage?: Pick<Storage, "getItem" | "setItem" | "removeItem">;
}

/** @example const collapsed = createKept({ key: "orrery.collapsed", decode: lines, encode: (names) => names.join("\n") }) */
export function createPersisted<T>({ key, decode, encode, storage: given }: PersistedOptions<T>): PersistedValue<T> {
  // Outside a page there is no storage: values are kept until the process ends.
  const storage = () => given ?? (typeof localStorage === "undefined" ? undefined : localStorage);
  const listeners = new Set<() => void>();
  /** A value that could not be stored. */
  let unkept: string | undefined;
  let cached: { text: string | undefined; value: T } | undefined;
  const onStorage = ({ key: changed }: StorageEvent): void => {
    if (changed !== null && changed !== key) return;
    unkept = undefined;
    for (const listener of listeners) listener();
  };
  return {
    read() {
      const text = unkept ?? storage()?.getItem(key) ?? undefined;
      if (cached === undefined || cached.text !== text) cached = { text, value: decode(text) };
      return cached.value;
    },
    write(value) {
      const text = value === undefined ? undefined : encode(value);
      unkept = undefined;
      try {
        if (storage() === undefined) unkept = text;
        else if (text === undefined) storage()?.removeItem(key);
        else storage()?.setItem(key, text);
      } catch {
        unkept = text;
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      if (listeners.size === 0) globalThis.addEventListener?.("storage", onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) globalThis.removeEventListener?.("storage", onStorage);
      };
    },
  };
}
