import { setTimeout as delay } from "node:timers/promises";
import { resetLesson } from "../../../shared/lessons/lifecycle.ts";
import { allScenarios } from "../../../shared/scenarios/allScenarios.ts";
import { setUpScenario } from "../../../shared/scenarios/lifecycle.ts";
import { readScenario, ScenarioError } from "../../../shared/scenarios/readScenario.ts";
import type { Scenario } from "../../../shared/scenarios/scenario.ts";
import { messageOf } from "../../../shared/text/messageOf.ts";
import { createVocabulary, type Vocabulary } from "../../../shared/vocabulary.ts";
import { readSmallFile } from "../../ground/settings/readSmallFile.ts";
import { fromYaml } from "../../model/encoding/yaml.ts";
import { connectApi } from "./apiConnection.ts";
import { CommandError } from "./commandError.ts";
import type { CommandOutput } from "./explain.ts";
import type { LessonExitCode } from "./lesson.ts";
import { isExplained, listText, senderOf, vocabularyOf } from "./lessonConnection.ts";
import { type LessonWords, parseLessonFlags } from "./lessonFlags.ts";
import { runLesson } from "./lessonSession.ts";

const WORDS: LessonWords = {
  command: "scenario",
  about: "Solve a problem in a sandbox: each scenario starts with a situation and checks your solution.",
  argument: "name of a scenario, or a file; nothing lists them",
  examples: `
Examples:
  orrery scenario
  orrery scenario crash-loop
  orrery scenario ./my-scenario.yaml
  orrery scenario crash-loop --reset

A scenario needs a running server with simulated nodes, and uses its own namespace. Solve it with any tool; Enter checks.
`,
};

/** How long checks wait for the cluster: the number of attempts, and the milliseconds between them. */
const MAX_CHECKS = 40;
const CHECK_INTERVAL_MS = 500;
/** Maximum size of a file, in bytes. */
const LARGEST = 1024 * 1024;

/**
 * `orrery scenario`: lists the scenarios, or plays one on a running server, step by step.
 *
 * @param argv the arguments after `scenario`
 * @param lines the typed lines
 * @param pause waits for a number of milliseconds
 * @throws CommanderError after `--help` was printed
 */
export async function scenarioCommand(
  argv: readonly string[],
  output: CommandOutput,
  lines: AsyncIterable<string>,
  pause: (milliseconds: number) => Promise<unknown> = delay,
): Promise<LessonExitCode> {
  try {
    const { name, language, reset, server } = parseLessonFlags(argv, WORDS);
    if (name === undefined) {
      output.out(listText(allScenarios(createVocabulary()), language));
      return 0;
    }
    const isFile = /[./]/.test(name);
    const written = isFile ? scenarioOf(name) : undefined;
    const connection = connectApi(await server());
    const scenario = written ?? named(name, await vocabularyOf(connection));
    const ask = senderOf(connection);
    const wait = async (): Promise<void> => void (await pause(CHECK_INTERVAL_MS));
    if (reset) {
      await resetLesson(scenario, ask, wait);
      output.out(`${scenario.title[language]}: reset\n`);
      return 0;
    }
    await setUpScenario(scenario, ask, wait);
    const retries = { attempts: MAX_CHECKS, wait };
    return (await runLesson(scenario, ask, lines, language, (text) => output.out(text), retries)) ? 0 : 1;
  } catch (error) {
    if (!isExplained(error)) throw error;
    output.error(`orrery scenario: ${error.message}\n`);
    return 2;
  }
}

function named(name: string, vocabulary: Vocabulary): Scenario {
  const found = allScenarios(vocabulary).find(({ id }) => id === name);
  if (found !== undefined) return found;
  throw new CommandError(`there is no scenario ${JSON.stringify(name)}; orrery scenario lists them`);
}

/** @throws CommandError that names the file; an operating system's error */
function scenarioOf(path: string): Scenario {
  const text = readSmallFile(path, LARGEST);
  if (text === undefined) throw new CommandError(`${path} is larger than ${LARGEST} bytes`);
  try {
    return readScenario(fromYaml(text).value);
  } catch (error) {
    const message = messageOf(error);
    throw new CommandError(error instanceof ScenarioError ? `${path}: ${message}` : `${path} is no YAML: ${message}`);
  }
}
