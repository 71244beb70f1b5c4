import { setImmediate as nextTurn } from "node:timers/promises";
import type { CustomCommand } from "just-bash/browser";
import { sparsePart } from "../files/sparseFiles.ts";
import type { ShellProcess } from "../shellProcess.ts";
import { type CommandContext, command, isOutputStreamed, readOptions } from "./command.ts";
import { printedPart, wantedPart } from "./fileParts.ts";

/** Milliseconds between two checks of a followed file. */
const CHECK_INTERVAL = 1000;

/**
 * Number of lines of an endless output when another command reads it: that command starts only when all lines are
 * there.
 */
const YES_LINES = 1000;

/** What `tail` prints at first: the library reads numbers of bytes and signs wrongly. */
async function lastPart(args: readonly string[], context: CommandContext) {
  const part = wantedPart(args);
  if (part !== undefined && (part.unit === "c" || /^[-+]/.test(part.count))) return printedPart("tail", part, context);
  return (await context.origCommand?.([...args])) ?? { stdout: "" };
}

/** Commands that keep printing: input as it is typed, or lines as they are appended to a file. */
export function streamCommands(run: ShellProcess): CustomCommand[] {
  const { input, signals, parts } = run;
  return [
    command("cat", async (args, context) => {
      const isInput = args.length === 0 || (args.length === 1 && args[0] === "-");
      if (!isInput || !isOutputStreamed(context) || !input.isTerminal)
        return (await context.origCommand?.([...args])) ?? "";
      for (let chunk = await input.next(); chunk !== undefined; chunk = await input.next()) {
        if (signals.isInterrupted) break;
        await run.print("stdout", chunk);
      }
      return "";
    }),
    command("yes", async (args, context) => {
      const lines = `${args.join(" ") || "y"}\n`.repeat(YES_LINES);
      if (!isOutputStreamed(context)) return lines;
      while (context.signal?.aborted !== true && !signals.isInterrupted) {
        await run.print("stdout", lines);
        await nextTurn();
      }
      return { exitCode: 130 };
    }),
    command("tail", async (args, context) => {
      const rest = args.filter((arg) => !/^(-f|-F|--follow.*|--retry)$/.test(arg));
      const { values, operands } = readOptions(rest, "cn");
      const bytes = values.get("c") ?? "";
      const wantedBytes = /^\d+$/.test(bytes) ? Number(bytes) : Number.NaN;
      const sparse = await sparsePart(operands.at(-1) ?? "/", wantedBytes, context);
      const first = sparse ?? (await lastPart(rest, context));
      if (rest.length === args.length || !isOutputStreamed(context)) return first;
      await run.print("stdout", first.stdout);
      const file = rest.filter((arg) => !arg.startsWith("-")).at(-1) ?? "/dev/null";
      await follow(context.fs.resolvePath(context.cwd, file), context);
      return { exitCode: signals.isInterrupted ? 130 : 0 };
    }),
  ];

  /**
   * Prints what is appended to a file until the signal aborts. Following a device only waits: nothing is appended to
   * it.
   */
  async function follow(path: string, { fs, signal }: CommandContext): Promise<void> {
    let seen = (await fs.exists(path)) ? (await fs.readFileBuffer(path).catch(() => Buffer.alloc(0))).length : 0;
    const isDevice = path.startsWith("/dev/");
    const wait = (milliseconds: number): Promise<unknown> =>
      signals.during((early) => parts.call({ name: "sleep", milliseconds }, early));
    while (signal?.aborted !== true && !signals.isInterrupted) {
      await wait(isDevice ? Number.POSITIVE_INFINITY : CHECK_INTERVAL);
      if (isDevice) return;
      if (!(await fs.exists(path))) continue;
      const content = await fs.readFileBuffer(path);
      if (content.length > seen) await run.print("stdout", content.subarray(seen));
      seen = content.length;
    }
  }
}
