import { Command } from "commander";
import { allContent } from "../../../shared/content/allContent.ts";
import { loadContent } from "../../../shared/content/loadContent.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { parseArguments } from "../options/parseArguments.ts";
import { defaultDataDir } from "../options/parseFlags.ts";
import { accessOfOption } from "./accessOfOption.ts";
import { connectApi } from "./apiConnection.ts";
import { CommandError } from "./commandError.ts";
import type { CommandOutput } from "./explain.ts";
import { isExplained, listText, senderOf, vocabularyOf } from "./lessonConnection.ts";

const EXAMPLES = `
Examples:
  orrery content
  orrery content shop --data-dir ./cluster

Existing objects stay as they are; an interrupted load continues when you repeat it.
`;

/** Number of objects between two progress reports. */
const STEP = 1000;

/**
 * `orrery content`: lists the available content for a sandbox, or loads one into a running server.
 *
 * @param argv the arguments after `content`
 * @returns the exit code
 * @throws CommanderError after `--help` was printed
 */
export async function contentCommand(argv: readonly string[], output: CommandOutput): Promise<0 | 2> {
  const command = new Command("orrery content")
    .description("Load example objects into a sandbox: an application, a puzzle, ten thousand objects.")
    .argument("[name]", "what to load; nothing lists the choices")
    .option("--language <code>", "en or de", process.env.LANG?.startsWith("de") ? "de" : "en")
    .option("--data-dir <folder>", "data folder of the server; its kubeconfig is used", defaultDataDir())
    .option("--kubeconfig <file>", "client configuration to use instead")
    .addHelpText("after", EXAMPLES);
  try {
    parseArguments(command, argv);
    const { language, dataDir, kubeconfig } = command.opts<{
      language: string;
      dataDir: string;
      kubeconfig?: string;
    }>();
    if (language !== "en" && language !== "de") throw new OptionError("--language must be en or de");
    const [name] = command.args;
    if (name === undefined) {
      output.out(listText(allContent(createVocabulary()), language));
      return 0;
    }
    const connection = connectApi(await accessOfOption(kubeconfig, dataDir));
    const content = allContent(await vocabularyOf(connection)).find(({ id }) => id === name);
    if (content === undefined) {
      throw new CommandError(`there is no content ${JSON.stringify(name)}; orrery content lists it`);
    }
    const onProgress = (done: number): void => {
      if (done % STEP === 0) output.out(`${done} of ${content.count}\n`);
    };
    const made = await loadContent(content, senderOf(connection), { onProgress });
    output.out(`${content.title[language]}: ${made} objects created, ${content.count - made} were there\n`);
    return 0;
  } catch (error) {
    if (!isExplained(error)) throw error;
    output.error(`orrery content: ${error.message}\n`);
    return 2;
  }
}
