/** Writing without overwriting what others wrote since the text was begun, also under the same field manager. */
import { deepEqual } from "../../../shared/deepEqual.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { ApiError, isApiError } from "../../../shared/status.ts";
import { parseText } from "../editingText.ts";
import { isFieldConflict } from "./conflicts.ts";

export interface GuardedText {
  text: string;
  /** The text that the editing began with, or went on from after a merge. */
  base: string;
  /** The object as it was read last. */
  live: ApiObject;
  /** The text that people edit of an object. */
  textOf(object: ApiObject): string;
}

/** How the object is written and read. */
export interface GuardedSteps<T> {
  /** Writes the edit of an object; fails with a 409 when the object is not `live` any more. */
  write(live: ApiObject): Promise<T>;
  read(): Promise<ApiObject>;
  /** The outcome of an earlier attempt that was carried out, although its answer was lost. */
  done(live: ApiObject): T;
}

/** Controllers may write the status again and again; so often the same edit is sent for a newer version. */
const ATTEMPTS = 4;

/**
 * Writes the edit of the object that it was begun from. Owners protect fields from other field managers only, and two people who
 * use consoles are one manager; the object's version protects them from each other. When it has moved on but the edited text has
 * not (a status was written), the edit is made again from the newer object.
 *
 * @throws ApiError; 409 without field causes when others changed what is edited
 */
export async function guardedWrite<T>(edit: GuardedText, steps: GuardedSteps<T>): Promise<T> {
  let { live } = edit;
  let refusal = overtaken();
  for (let attempt = 0; edit.textOf(live) === edit.base && attempt < ATTEMPTS; attempt += 1) {
    try {
      return await steps.write(live);
    } catch (error) {
      if (!isApiError(error) || error.code !== 409 || isFieldConflict(error)) throw error;
      refusal = error;
      live = await steps.read();
      if (isSame(edit.textOf(live), edit.text)) return steps.done(live);
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
