import { setTimeout as delay } from "node:timers/promises";
import { allLessons } from "../../../shared/lessons/allLessons.ts";
import type { Ask } from "../../../shared/lessons/checkEngine.ts";
import type { Lesson } from "../../../shared/lessons/lesson.ts";
import { LessonError, resetLesson, setUpLesson } from "../../../shared/lessons/lifecycle.ts";
import { createVocabulary, type Vocabulary } from "../../../shared/vocabulary.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { ConnectionError, connectApi, type RawConnection } from "./apiConnection.ts";
import { CommandError } from "./commandError.ts";
import type { CommandOutput } from "./explain.ts";
import { type LessonFlags, parseLessonFlags } from "./lessonFlags.ts";
import { runLesson } from "./lessonSession.ts";

/** 0: done or left; 1: not to the end; 2: could not be begun. */
export type LessonExitCode = 0 | 1 | 2;

/** How long to wait between two looks at a namespace that is going. */
const LOOK_MS = 250;

/**
 * `orrery lesson`: lists the lessons, or goes through one on a running server, line by line.
 *
 * @param argv the arguments after `lesson`
 * @param lines what is typed
 * @throws CommanderError after `--help` was printed
 */
export async function lessonCommand(
  argv: readonly string[],
  output: CommandOutput,
  lines: AsyncIterable<string>,
): Promise<LessonExitCode> {
  try {
    const flags = parseLessonFlags(argv);
    if (flags.name === undefined) {
      output.out(listText(allLessons(createVocabulary()), flags));
      return 0;
    }
    const connection = connectApi(await flags.server());
    const ask = askOf(connection);
    const lesson = allLessons(await vocabularyOf(connection)).find(({ id }) => id === flags.name);
    if (lesson === undefined)
      throw new CommandError(`there is no lesson ${JSON.stringify(flags.name)}; orrery lesson lists them`);
    if (flags.reset) {
      await resetLesson(lesson, ask, () => delay(LOOK_MS));
      output.out(`${lesson.title[flags.language]}: reset\n`);
      return 0;
    }
    await setUpLesson(lesson, ask);
    return (await runLesson(lesson, ask, lines, flags.language, (text) => output.out(text))) ? 0 : 1;
  } catch (error) {
    const isExplained =
      error instanceof OptionError ||
      error instanceof CommandError ||
      error instanceof ConnectionError ||
      error instanceof LessonError ||
      (error instanceof Error && "syscall" in error);
    if (!isExplained) throw error;
    output.error(`orrery lesson: ${error.message}\n`);
    return 2;
  }
}

function listText(lessons: readonly Lesson[], { language }: LessonFlags): string {
  const width = Math.max(...lessons.map(({ id }) => id.length));
  return lessons
    .map(
      ({ id, title, summary }) =>
        `${id.padEnd(width)}  ${title[language]}\n${" ".repeat(width)}  ${summary[language]}\n`,
    )
    .join("");
}

/** Sends a lesson's request; whom to act as travels as the API's own header. */
const askOf =
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

/** The words of the server, told by the name of its group of roles. */
async function vocabularyOf(connection: RawConnection): Promise<Vocabulary> {
  const { body } = await connection.get("/apis");
  const groups = (body as { groups?: { name?: string }[] } | undefined)?.groups ?? [];
  const word = groups.map(({ name = "" }) => /^rbac\.authorization\.([a-z]+)\.io$/.exec(name)?.[1]).find(Boolean);
  return word === undefined ? createVocabulary() : createVocabulary(word);
}
