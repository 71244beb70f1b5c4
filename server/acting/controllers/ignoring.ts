import { isApiError } from "../../../shared/status.ts";

/**
 * What a call answers, or undefined when it was refused for one of some reasons: because what was to be changed is gone or is
 * not what it was, say, of which the controller will hear anyway.
 * @throws whatever else the call throws
 */
export async function ignoring<T>(reasons: readonly string[], call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (reasons.some((reason) => isApiError(error, reason))) return undefined;
    throw error;
  }
}
