import { Command } from "commander";
import { OptionError } from "../../../ground/settings/optionError.ts";
import { parseArguments } from "../../options/parseArguments.ts";
import { defaultDataDir } from "../../options/parseFlags.ts";
import { accessOfOption } from "../accessOfOption.ts";
import { ConnectionError, connectApi, type RawConnection } from "../apiConnection.ts";
import { CommandError } from "../commandError.ts";
import type { CommandOutput } from "../explain.ts";

/** A command that controls a sandbox: its name, its description, and its action. */
export interface Steering {
  readonly name: string;
  readonly about: string;
  /** The arguments as shown in the usage line. */
  readonly words: string;
  readonly examples: string;
  /** Adds the command's own options. */
  readonly options?: (command: Command) => Command;
  run(words: readonly string[], ask: Ask, options: Readonly<Record<string, unknown>>): Promise<string>;
}

/** Sends a request to the sandbox. @throws CommandError with the reason of a refusal */
export type Ask = (method: string, path: string, body?: unknown) => Promise<Readonly<Record<string, unknown>>>;

/** Exit code 0, or 2 on failure. @throws CommanderError after `--help` was printed */
export async function steerCommand(steering: Steering, argv: readonly string[], output: CommandOutput): Promise<0 | 2> {
  const command = new Command(`orrery ${steering.name}`)
    .description(steering.about)
    .argument("[words...]", steering.words)
    .option("--data-dir <folder>", "data folder of the server; its kubeconfig is used", defaultDataDir())
    .option("--kubeconfig <file>", "client configuration to use instead")
    .option("--json", "print the server's answer as JSON", false)
    .addHelpText("after", steering.examples);
  steering.options?.(command);
  try {
    parseArguments(command, argv);
    const options = command.opts<{ dataDir: string; kubeconfig?: string; json: boolean }>();
    const connection = connectApi(await accessOfOption(options.kubeconfig, options.dataDir));
    let last: unknown;
    const ask: Ask = async (method, path, body) => {
      const answer = await askSandbox(connection, method, path, body);
      last = answer;
      return answer;
    };
    const text = await steering.run(command.args, ask, options);
    output.out(options.json ? `${JSON.stringify(last)}\n` : text);
    return 0;
  } catch (error) {
    const isExplained =
      error instanceof OptionError || error instanceof CommandError || error instanceof ConnectionError;
    if (!isExplained) throw error;
    output.error(`orrery ${steering.name}: ${error.message}\n`);
    return 2;
  }
}

async function askSandbox(connection: RawConnection, method: string, path: string, body: unknown) {
  const options = body === undefined ? {} : { body: JSON.stringify(body) };
  const { status, body: answer } = await connection.send(method, `/simulation/${path}`, options);
  if (status < 300) return answer as Readonly<Record<string, unknown>>;
  const { message } = (answer ?? {}) as { message?: string };
  if (status === 404) throw new CommandError("this server has no simulated nodes: start it with --simulated-nodes");
  throw new CommandError(message ?? `the server answers ${status}`);
}

/** A text table whose columns are as wide as their content. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => (row[i] ?? "").length)));
  const line = (cells: readonly string[]): string =>
    `${cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("   ")
      .trimEnd()}\n`;
  return [head, ...rows].map(line).join("");
}
