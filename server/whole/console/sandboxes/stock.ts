/** Something that takes long to make, made ahead of time. */
export interface Stock<T> {
  /** Makes one ahead, unless there is one or one is being made. */
  fill(): void;
  /** The one that was made ahead, else a new one. Each is given out once. @throws what making it throws */
  take(): Promise<T>;
}

/** @example const keys = createStock(generateServiceAccountKey) */
export function createStock<T>(make: () => Promise<T>): Stock<T> {
  let spare: Promise<T> | undefined;
  return {
    fill() {
      spare ??= make();
      // The caller of `take` gets the rejection; before that, it must not count as unhandled.
      spare.catch(() => undefined);
    },
    take() {
      const taken = spare ?? make();
      spare = undefined;
      return taken;
    },
  };
}
