import type { ApiObject } from "../../../../../shared/object.ts";
import { isTurnDue, type Steps } from "../../../../../shared/steps.ts";
import { encodeText } from "../../../../ground/formats/encodings/base64.ts";

/** Moves the write-only `stringData` into `data`, where its values replace existing ones. */
export function* foldStringData(object: ApiObject): Steps<void> {
  const texts = object["stringData"] as Record<string, string> | undefined | null;
  delete object["stringData"];
  if (texts === undefined || texts === null) return;
  const entries = Object.entries(texts);
  if (entries.length === 0) return;
  const data: Record<string, string> = { ...(object["data"] as Record<string, string> | undefined) };
  for (const [name, text] of entries) {
    if (isTurnDue()) yield;
    data[name] = encodeText(text);
  }
  object["data"] = data;
}

/** Stores null as empty bytes. */
export function* emptyForNull(object: ApiObject, member: "data" | "binaryData"): Steps<void> {
  const bytes = object[member] as Record<string, string | null> | undefined | null;
  if (!bytes) return;
  for (const name of Object.keys(bytes)) {
    if (isTurnDue()) yield;
    if (bytes[name] === null) bytes[name] = "";
  }
}
