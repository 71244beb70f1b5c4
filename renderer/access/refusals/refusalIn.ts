import type { ApiError } from "../../../shared/status.ts";
import { errorOf } from "../../api/requests/request.ts";

/** Interprets a raw response as a refusal; undefined for any other response. */
export function refusalIn({ status, text }: { status: number; text: string }): ApiError | undefined {
  if (status !== 403) return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // The body is not a Status; use its text.
  }
  return errorOf(status, body, text);
}
