/** Applying without overwriting what others wrote since the text was begun, whoever they are. */
import { deepEqual } from "../../shared/deepEqual.ts";
import type { ApiObject } from "../../shared/object.ts";
import { ApiError, isApiError } from "../../shared/status.ts";
import type { ApiResponse } from "../api/request.ts";
import { isFieldConflict } from "./conflicts.ts";
import { parseText } from "./editingText.ts";

/** How the server is spoken to. */
interface ApplySteps {
  apply(text: string): Promise<ApiResponse<ApiObject>>;
  read(): Promise<ApiObject>;
}

export interface GuardedText {
  text: string;
  /** The text that the editing began with, or went on from after a merge. */
  base: string;
  /** What the server had when it was read last. */
  known: { text: string; resourceVersion: string };
  textOf(object: ApiObject): string;
}

/** Controllers may write the status again and again; so often the same text is sent with a newer version. */
const ATTEMPTS = 4;

/**
 * Sends the text with the version that it was begun from. Owners protect fields from other field managers only, and two
 * people who use consoles are one manager; the version protects them from each other. When it has moved on but the edited
 * text has not (a status was written), the text is sent again with the newer one.
 *
 * @throws ApiError; 409 without field causes when others changed what is edited
 */
export async function guardedApply(edit: GuardedText, steps: ApplySteps): Promise<ApiResponse<ApiObject>> {
  let { known } = edit;
  let refusal = overtaken();
  for (let attempt = 0; known.text === edit.base && attempt < ATTEMPTS; attempt += 1) {
    try {
      return await steps.apply(withVersion(edit.text, known.resourceVersion));
    } catch (error) {
      if (!isApiError(error) || error.code !== 409 || isFieldConflict(error)) throw error;
      refusal = error;
      const now = await steps.read();
      known = { text: edit.textOf(now), resourceVersion: now.metadata.resourceVersion ?? "" };
      // An earlier attempt of ours had been carried out, and only its answer was lost.
      if (isSame(known.text, edit.text)) return { body: now, warnings: [] };
    }
  }
  throw refusal;
}

const overtaken = (): ApiError =>
  new ApiError(409, "Conflict", "The object was changed by others since this text was begun.");

function isSame(one: string, other: string): boolean {
  const [a, b] = [parseText(one), parseText(other)];
  return a.ok && b.ok && deepEqual(a.object, b.object);
}

/** The text with the version it expects; one that names a version itself stays. */
export function withVersion(text: string, resourceVersion: string): string {
  const parsed = parseText(text);
  if (!parsed.ok || resourceVersion === "" || parsed.object.metadata.resourceVersion !== undefined) return text;
  parsed.document.setIn(["metadata", "resourceVersion"], resourceVersion);
  return parsed.document.toString({ lineWidth: 0 });
}
