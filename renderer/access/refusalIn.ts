import type { ApiError } from "../../shared/status.ts";
import { errorOf } from "../api/request.ts";

/** The refusal that an answer is which was taken as it came; undefined for any other answer. */
export function refusalIn({ status, text }: { status: number; text: string }): ApiError | undefined {
  if (status !== 403) return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // Then it is no Status, and the text is all there is.
  }
  return errorOf(status, body, text);
}
