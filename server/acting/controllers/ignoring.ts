import { isApiError } from "../../../shared/status.ts";

/**
 * Returns the call's result, or undefined when the call was refused for one of the given reasons: for example because
 * the object is gone or has changed, which an event will report to the controller anyway.
 * @throws any other error of the call
 */
export async function ignoring<T>(reasons: readonly string[], call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (reasons.some((reason) => isApiError(error, reason))) return undefined;
    throw error;
  }
}
