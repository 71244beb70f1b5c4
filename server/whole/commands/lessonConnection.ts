/**
 * Shared by the commands for lessons and for scenarios: the server on which they are played, and how they are listed.
 */
import type { Ask } from "../../../shared/lessons/checkEngine.ts";
import type { Lesson } from "../../../shared/lessons/lesson.ts";
import { LessonError } from "../../../shared/lessons/lifecycle.ts";
import { createVocabulary, type Vocabulary } from "../../../shared/vocabulary.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { ConnectionError, type RawConnection } from "./apiConnection.ts";
import { CommandError } from "./commandError.ts";

/** The language of the texts. */
export type Language = "en" | "de";

/** Whether an error's message is sufficient for the user. */
export const isExplained = (error: unknown): error is Error =>
  error instanceof OptionError ||
  error instanceof CommandError ||
  error instanceof ConnectionError ||
  error instanceof LessonError ||
  (error instanceof Error && "syscall" in error);

/** A list of lessons, scenarios or content, with their summaries. */
export function listText(lessons: readonly Pick<Lesson, "id" | "title" | "summary">[], language: Language): string {
  const width = Math.max(...lessons.map(({ id }) => id.length));
  return lessons
    .map(
      ({ id, title, summary }) =>
        `${id.padEnd(width)}  ${title[language]}\n${" ".repeat(width)}  ${summary[language]}\n`,
    )
    .join("");
}

/** Sends a lesson's request; the user to act as is sent in the API's own header. */
export const senderOf =
  (connection: RawConnection): Ask =>
  async ({ method, path, accept, contentType, body, as }) => {
    const { status, text } = await connection.send(method, path, {
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      headers: {
        ...(accept === undefined ? {} : { accept }),
        ...(contentType === undefined ? {} : { "content-type": contentType }),
        ...(as === undefined ? {} : { "impersonate-user": as }),
      },
    });
    return { status, text };
  };

/** The vocabulary of the server, determined from the name of its group of roles. */
export async function vocabularyOf(connection: RawConnection): Promise<Vocabulary> {
  const { body } = await connection.get("/apis");
  const groups = (body as { groups?: { name?: string }[] } | undefined)?.groups ?? [];
  const word = groups.map(({ name = "" }) => /^rbac\.authorization\.([a-z]+)\.io$/.exec(name)?.[1]).find(Boolean);
  return word === undefined ? createVocabulary() : createVocabulary(word);
}
