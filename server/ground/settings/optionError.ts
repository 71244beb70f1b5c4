import { messageOf } from "../../../shared/text/messageOf.ts";
/** An invalid setting. The message is one sentence for the user who set it. */
export class OptionError extends Error {
  override readonly name = "OptionError";
}

/** Runs `build`; an error that it throws is attributed to a setting. @throws OptionError */
export function orOptionError<T>(build: () => T, flag = ""): T {
  try {
    return build();
  } catch (error) {
    const message = messageOf(error);
    throw new OptionError(flag === "" ? message : `${flag}: ${message}`);
  }
}
