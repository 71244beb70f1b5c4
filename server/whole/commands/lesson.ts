import { setTimeout as delay } from "node:timers/promises";
import { allLessons } from "../../../shared/lessons/allLessons.ts";
import { resetLesson, setUpLesson } from "../../../shared/lessons/lifecycle.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { connectApi } from "./apiConnection.ts";
import { CommandError } from "./commandError.ts";
import type { CommandOutput } from "./explain.ts";
import { isExplained, listText, senderOf, vocabularyOf } from "./lessonConnection.ts";
import { parseLessonFlags } from "./lessonFlags.ts";
import { runLesson } from "./lessonSession.ts";

/** 0: done or left; 1: not completed; 2: could not be started. */
export type LessonExitCode = 0 | 1 | 2;

/** Milliseconds between two checks of a namespace that is being deleted. */
const CHECK_INTERVAL_MS = 250;

/**
 * `orrery lesson`: lists the lessons, or plays one on a running server, line by line.
 *
 * @param argv the arguments after `lesson`
 * @param lines the typed lines
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
      output.out(listText(allLessons(createVocabulary()), flags.language));
      return 0;
    }
    const connection = connectApi(await flags.server());
    const ask = senderOf(connection);
    const lesson = allLessons(await vocabularyOf(connection)).find(({ id }) => id === flags.name);
    if (lesson === undefined)
      throw new CommandError(`there is no lesson ${JSON.stringify(flags.name)}; orrery lesson lists them`);
    if (flags.reset) {
      await resetLesson(lesson, ask, () => delay(CHECK_INTERVAL_MS));
      output.out(`${lesson.title[flags.language]}: reset\n`);
      return 0;
    }
    await setUpLesson(lesson, ask);
    return (await runLesson(lesson, ask, lines, flags.language, (text) => output.out(text))) ? 0 : 1;
  } catch (error) {
    if (!isExplained(error)) throw error;
    output.error(`orrery lesson: ${error.message}\n`);
    return 2;
  }
}
