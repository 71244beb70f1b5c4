import { Command } from "commander";
import type { ServerAccess } from "../../access/kubeconfig/serverAccess.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { parseArguments } from "../options/parseArguments.ts";
import { defaultDataDir } from "../options/parseFlags.ts";
import { accessOfOption } from "./accessOfOption.ts";

/** The arguments of `orrery lesson` and `orrery scenario`. */
export interface LessonFlags {
  /** Undefined to list them all. */
  readonly name: string | undefined;
  readonly language: "en" | "de";
  /** Whether to remove the lesson from the server and exit. */
  readonly reset: boolean;
  /** Reads address and credentials. @throws OptionError */
  server(): Promise<ServerAccess>;
}

interface RawOptions {
  readonly language: string;
  readonly reset: boolean;
  readonly dataDir: string;
  readonly kubeconfig?: string;
}

/** The texts that differ between the commands for lessons and for scenarios. */
export interface LessonWords {
  readonly command: string;
  readonly about: string;
  /** Description of the argument. */
  readonly argument: string;
  readonly examples: string;
}

export const LESSON_WORDS: LessonWords = {
  command: "lesson",
  about: "Learn the API on a running server: each lesson checks what you really did.",
  argument: "name of a lesson; nothing lists them",
  examples: `
Examples:
  orrery lesson
  orrery lesson objects
  orrery lesson rbac --reset

A lesson works on a running server, in a namespace of its own.
`,
};

/** @throws OptionError with one sentence for the user; CommanderError after `--help` was printed */
export function parseLessonFlags(argv: readonly string[], words: LessonWords = LESSON_WORDS): LessonFlags {
  const command = new Command(`orrery ${words.command}`)
    .description(words.about)
    .argument("[name]", words.argument)
    .option("--language <code>", "en or de", process.env.LANG?.startsWith("de") ? "de" : "en")
    .option("--reset", `delete everything that belongs to the ${words.command}`, false)
    .option("--data-dir <folder>", "data folder of the server; its kubeconfig is used", defaultDataDir())
    .option("--kubeconfig <file>", "client configuration to use instead")
    .addHelpText("after", words.examples);
  parseArguments(command, argv);
  const { language, reset, dataDir, kubeconfig } = command.opts<RawOptions>();
  if (language !== "en" && language !== "de") throw new OptionError("--language must be en or de");
  const [name] = command.args;
  if (reset && name === undefined) throw new OptionError(`--reset needs the name of a ${words.command}`);
  return {
    name,
    language,
    reset,
    server: () => accessOfOption(kubeconfig, dataDir),
  };
}
