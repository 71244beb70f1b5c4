/** Prepares, ahead of time, something that takes long to make. */
export interface Stock<T> {
  /** Prepares one, unless one is ready or being prepared. */
  fill(): void;
  /** Returns the prepared one, or else a new one. Each is returned only once. @throws what making it throws */
  take(): Promise<T>;
}

/** @example const keys = createStock(generateServiceAccountKey) */
export function createStock<T>(make: () => Promise<T>): Stock<T> {
  let spare: Promise<T> | undefined;
  return {
    fill() {
      spare ??= make();
      // The caller of `take` gets the rejection; before that, it must not be reported as unhandled.
      spare.catch(() => undefined);
    },
    take() {
      const taken = spare ?? make();
      spare = undefined;
      return taken;
    },
  };
}
