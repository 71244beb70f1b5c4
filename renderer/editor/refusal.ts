/** The meaning of a failed request of the editor, as the last part of text keys: `refusal.<word>`. */
import { isApiError } from "../../shared/status.ts";

/** The action whose request failed. */
export type Attempt = "read" | "preview" | "save" | "create";

/** The kind of the failure. */
export function refusalOf(error: Error): string {
  if (!isApiError(error)) return "failed";
  switch (error.code) {
    case 0:
      return "unreached";
    case 401:
      return "unauthorized";
    case 403:
      return "forbidden";
    case 404:
      return "missing";
    case 409:
      return error.reason === "AlreadyExists" ? "exists" : "overtaken";
    case 422:
      return "invalid";
    case 429:
      return "busy";
    case 502:
    case 503:
    case 504:
      return "unanswered";
    default:
      return error.code < 500 ? "refused" : "unable";
  }
}

/** Status codes that leave open whether the server carried out the request. */
const UNKNOWN: readonly number[] = [0, 502, 504];

/** The consequence for the text and the object; undefined for a failed read, which has none. */
export function effectOf(error: Error, attempt: Attempt): string | undefined {
  if (attempt === "read") return undefined;
  if (attempt === "preview") return "onlyPreview";
  const unknown = isApiError(error) && UNKNOWN.includes(error.code);
  if (attempt === "create") return unknown ? "createdPerhaps" : "notCreated";
  return unknown ? "savedPerhaps" : "notSaved";
}
