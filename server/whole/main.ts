import { createInterface } from "node:readline";
import { CommanderError } from "commander";
import { surviveClosedReaders } from "../ground/observability/process/surviveClosedReaders.ts";
import { adviseCommand } from "./commands/advise/advise.ts";
import { contentCommand } from "./commands/content.ts";
import { type CommandOutput, explainCommand } from "./commands/explain.ts";
import { lessonCommand } from "./commands/lesson.ts";
import { openCommand } from "./commands/open/open.ts";
import { scenarioCommand } from "./commands/scenario.ts";
import { serveCommand } from "./commands/serve.ts";
import { actorsCommand } from "./commands/steer/actors.ts";
import { causesCommand } from "./commands/steer/causes.ts";
import { steerCommand } from "./commands/steer/steerCommand.ts";
import { timeCommand } from "./commands/steer/time.ts";
import { troubleCommand } from "./commands/steer/trouble.ts";
import { storeCommand } from "./commands/store/store.ts";
import { explainError } from "./options/explainError.ts";
import { CONSOLE, parseServeFlags } from "./options/parseFlags.ts";
import { versionText } from "./options/versionText.ts";

const USAGE = `Usage: orrery <command> [flags]

Commands:
  serve     run the API server without a window
  console   serve a sandbox cluster and its console to a browser (takes the same flags)
  open      open the console at a view, or a file in it
  explain   explain why a server allows or denies a request
  advise    find deprecated and removed API versions in manifests and clusters, and convert manifests
  store     inspect, copy, back up and restore a store
  time      show the clock of a sandbox; stop, step and speed it up
  actors    list the controllers of a sandbox; stop and step them
  causes    show the causes of what happened in a sandbox
  trouble   break nodes, pods and images of a sandbox on purpose
  version   print the version of the API and of the server
  lesson    learn the API on a running server, step by step
  content   load example objects into a sandbox
  scenario  solve a problem in a sandbox, step by step
  help      show what a command does, and its flags (orrery help serve)
`;

/** The implementation of each command. */
const COMMANDS: Readonly<Record<string, (argv: readonly string[]) => Promise<number>>> = {
  serve: (argv) => serveCommand(argv),
  console: describeConsole,
  explain: (argv) => explainCommand(argv, output),
  lesson: (argv) => withLines((lines) => lessonCommand(argv, output, lines)),
  scenario: (argv) => withLines((lines) => scenarioCommand(argv, output, lines)),
  content: (argv) => contentCommand(argv, output),
  advise: (argv) => adviseCommand(argv, output, () => process.stdin),
  store: (argv) => storeCommand(argv, output),
  open: (argv) => openCommand(argv, output),
  time: (argv) => steerCommand(timeCommand, argv, output),
  actors: (argv) => steerCommand(actorsCommand, argv, output),
  causes: (argv) => steerCommand(causesCommand, argv, output),
  trouble: (argv) => steerCommand(troubleCommand, argv, output),
};

/** The `orrery` command. Resolves with the exit code, or never while a server runs. */
export async function main(argv: readonly string[]): Promise<number> {
  surviveClosedReaders();
  const [command, ...rest] = withHelpCommand(argv);
  if (command === undefined || command === "--help" || command === "-h" || command === "help") {
    process.stdout.write(USAGE);
    return command === undefined ? 2 : 0;
  }
  if (command === "--version" || command === "version") {
    process.stdout.write(`${versionText}\n`);
    return 0;
  }
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (run === undefined) {
    process.stderr.write(`orrery: there is no command ${JSON.stringify(command)}; try orrery --help\n`);
    return 2;
  }
  try {
    return await run(rest);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    const explained = explainError(error);
    process.stderr.write(`orrery: ${explained ?? (error instanceof Error ? error.stack : error)}\n`);
    return explained === undefined ? 1 : 2;
  }
}

/** Converts `help COMMAND` to `COMMAND --help`. */
function withHelpCommand(argv: readonly string[]): readonly string[] {
  const [verb, about] = argv;
  return verb !== "help" || about === undefined ? argv : [about, "--help"];
}

/** Prints the help of `console`, which a separate program runs. @throws CommanderError once it is printed */
async function describeConsole(): Promise<number> {
  parseServeFlags(["--help"], CONSOLE);
  return 0;
}

const output: CommandOutput = {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
};

/** Runs a command that reads typed lines. */
async function withLines(run: (lines: AsyncIterable<string>) => Promise<number>): Promise<number> {
  const lines = createInterface({ input: process.stdin });
  // Its iterator must exist before the input ends: a later one would wait forever.
  const typed = lines[Symbol.asyncIterator]();
  try {
    return await run({ [Symbol.asyncIterator]: () => typed });
  } finally {
    lines.close();
  }
}
