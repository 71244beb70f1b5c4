/** Writes without overwriting changes that others made since the edit began, even under the same field manager. */
import { equalInSteps } from "../../../shared/collections/deepEqual.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { ApiError, isApiError } from "../../../shared/status.ts";
import { inSlices } from "../../ui/inSlices.ts";
import { askAboutText } from "../text/askAboutText.ts";
import { isFieldConflict } from "./conflicts.ts";

export interface GuardedText {
  text: string;
  /** The text that the edit started from: the initial text, or the text after the last merge. */
  base: string;
  /** The object as last read. */
  live: ApiObject;
  /** The editable text of an object. */
  textOf(object: ApiObject): string;
}

/** How to write and compare the object. */
export interface GuardedSteps<T> {
  /** Writes the edit of an object; fails with 409 if `live` is outdated. */
  write(live: ApiObject): Promise<T>;
  read(): Promise<ApiObject>;
  /** The outcome of an earlier attempt that succeeded, but whose response was lost. */
  done(live: ApiObject): T;
}

/**
 * Maximum number of attempts to send the same edit for a newer version, because controllers may update the status
 * often.
 */
const ATTEMPTS = 4;

/**
 * Writes an edit to the version of the object from which it began. Field ownership only protects fields from other
 * field managers, but two users of the console share one manager; the object's version protects them from each other.
 * If the version has changed but the edited part has not (a status update), the write is repeated for the newer object.
 *
 * @throws ApiError; 409 without field causes if others changed the edited part
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
      // An edit that changes no value claims or releases fields: that the values are there does not show that it succeeded.
      if ((await isSame(edit.textOf(live), edit.text)) && !(await isSame(edit.base, edit.text)))
        return steps.done(live);
    }
  }
  throw refusal;
}

const overtaken = (): ApiError =>
  new ApiError(409, "Conflict", "The object was changed by others since this text was begun.");

async function isSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([askAboutText("object", one), askAboutText("object", other)]);
  return a !== undefined && (await inSlices(equalInSteps(a, b)));
}
