/** A setting that cannot be. The message is one sentence for the person who set it. */
export class OptionError extends Error {
  override readonly name = "OptionError";
}

/** Runs `build`; what it throws is the fault of a setting. @throws OptionError */
export function orOptionError<T>(build: () => T, flag = ""): T {
  try {
    return build();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new OptionError(flag === "" ? why : `${flag}: ${why}`);
  }
}
