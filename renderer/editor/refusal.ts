/** What a failed request of the editor means, as the last part of its texts' names: `refusal.<word>`. */
import { isApiError } from "../../shared/status.ts";

/** What was tried when a request failed. */
export type Attempt = "read" | "preview" | "save" | "create";

/** What happened. */
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

/** Where it is not known whether the server carried out a request that got no answer. */
const UNKNOWN: readonly number[] = [0, 502, 504];

/** What it means for the text and the object; undefined where nothing was to be written and there is no text. */
export function effectOf(error: Error, attempt: Attempt): string | undefined {
  if (attempt === "read") return undefined;
  if (attempt === "preview") return "onlyPreview";
  const unknown = isApiError(error) && UNKNOWN.includes(error.code);
  if (attempt === "create") return unknown ? "createdPerhaps" : "notCreated";
  return unknown ? "savedPerhaps" : "notSaved";
}
