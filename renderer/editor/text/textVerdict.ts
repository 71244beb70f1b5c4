import type { ApiObject } from "../../../shared/object.ts";
import { at } from "../../resources/kinds/read.ts";
import { type ParsedText, parseText } from "../editingText.ts";

/** What the editor has to know of a text while the user types. */
export type TextVerdict =
  | {
      readonly ok: true;
      /** See {@link replicasOf}. */
      readonly replicas: number | undefined;
    }
  | Extract<ParsedText, { ok: false }>;

/** Parses the text. */
export function verdictOn(text: string): TextVerdict {
  const parsed = parseText(text);
  return parsed.ok ? { ok: true, replicas: replicasOf(parsed.object) } : parsed;
}

/** The object of the text; undefined if the text cannot be sent. */
export function objectIn(text: string): ApiObject | undefined {
  const parsed = parseText(text);
  return parsed.ok ? parsed.object : undefined;
}

/** The replicas of a workload; undefined for other objects, and for a value that is not a number. */
export function replicasOf(object: ApiObject): number | undefined {
  const replicas = at(object, "spec.replicas");
  return typeof replicas === "number" ? replicas : undefined;
}
