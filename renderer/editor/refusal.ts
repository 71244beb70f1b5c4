/** The consequence of a failed request of the editor, as the last part of text keys: `refusal.<word>`. */
import { isOutcomeUnknown } from "../access/refusals/refusalWord.ts";

/** The action whose request failed. */
export type Attempt = "read" | "preview" | "save" | "create";

/** The consequence for the text and the object; undefined for a failed read, which has none. */
export function effectOf(error: Error, attempt: Attempt): string | undefined {
  if (attempt === "read") return undefined;
  if (attempt === "preview") return "onlyPreview";
  const unknown = isOutcomeUnknown(error);
  if (attempt === "create") return unknown ? "createdPerhaps" : "notCreated";
  return unknown ? "savedPerhaps" : "notSaved";
}
