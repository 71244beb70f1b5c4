/** A value that is kept on this machine, in the browser's storage, and is the same in every window. */
export interface Kept<T> {
  /** The same value until it changes, so that views may compare it. */
  read(): T;
  /** Keeps a value; undefined forgets it. A full storage is no reason to fail: then it holds in this window only. */
  write(value: T | undefined): void;
  /** Told of changes here and in other windows. @returns ends that */
  subscribe(listener: () => void): () => void;
}

export interface KeptOptions<T> {
  readonly key: string;
  /** What a kept text stands for; undefined when nothing is kept. Never throws: what cannot be read counts as nothing. */
  readonly decode: (text: string | undefined) => T;
  readonly encode: (value: T) => string;
  /** Default: `localStorage` of the window. */
  readonly storage?: Pick<Storage, "getItem" | "setItem" | "removeItem">;
}

/** @example const collapsed = createKept({ key: "orrery.collapsed", decode: lines, encode: (names) => names.join("\n") }) */
export function createKept<T>({ key, decode, encode, storage: given }: KeptOptions<T>): Kept<T> {
  // There is none outside of a page: then nothing outlives the process.
  const storage = () => given ?? (typeof localStorage === "undefined" ? undefined : localStorage);
  const listeners = new Set<() => void>();
  /** What could not be written down. */
  let unkept: string | undefined;
  let cached: { text: string | undefined; value: T } | undefined;
  const told = ({ key: changed }: StorageEvent): void => {
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
      if (listeners.size === 0) globalThis.addEventListener?.("storage", told);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) globalThis.removeEventListener?.("storage", told);
      };
    },
  };
}
