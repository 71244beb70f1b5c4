import { type CustomCommand, defineCommand, type ExecResult, type ResolvedCommandContext } from "just-bash/browser";
import { IS_STREAMED } from "../script/innerNames.ts";

/** The context of a command: its arguments, and the shell around it. */
export type CommandContext = ResolvedCommandContext;
type Result = Partial<ExecResult> | string;

/** A built-in command. When it returns a text, it succeeds and prints this text. */
export const command = (
  name: string,
  run: (args: readonly string[], context: CommandContext) => Result | Promise<Result>,
): CustomCommand =>
  defineCommand(name, async (args, context) => {
    const result = await run(args, context);
    return { stdout: "", stderr: "", exitCode: 0, ...(typeof result === "string" ? { stdout: result } : result) };
  });

/** Whether the command's output goes directly to the run's outlet, so that it can be printed as it comes. */
export const isOutputStreamed = ({ env }: CommandContext): boolean => /^[1o]$/.test(env.get(IS_STREAMED) ?? "");
/** The same for its standard error. */
export const areErrorsStreamed = ({ env }: CommandContext): boolean => env.get(IS_STREAMED) === "1";

/** The result of a failed command. */
export const failed = (stderr: string, exitCode = 1): ExecResult => ({ stdout: "", stderr: `${stderr}\n`, exitCode });

/** The result of a command that could not start a process because there are too many. @param name of the command */
export const cannotFork = (name: string): ExecResult =>
  failed(`${name}: can't fork: Resource temporarily unavailable`, 2);

/** Reads single-letter options, joined or apart, some with a value; the remaining arguments are operands. */
export function readOptions(
  args: readonly string[],
  withValue: string,
): {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly operands: readonly string[];
} {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const operands: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (arg === "--") return { flags, values, operands: [...operands, ...args.slice(i + 1)] };
    if (!/^-[^-]/.test(arg)) {
      operands.push(arg);
      continue;
    }
    for (let at = 1; at < arg.length; at++) {
      const letter = arg[at] ?? "";
      if (!withValue.includes(letter)) {
        flags.add(letter);
        continue;
      }
      const joined = arg.slice(at + 1);
      if (joined === "") i += 1;
      values.set(letter, joined === "" ? (args[i] ?? "") : joined);
      break;
    }
  }
  return { flags, values, operands };
}
