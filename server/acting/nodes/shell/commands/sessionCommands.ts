import type { CustomCommand } from "just-bash/browser";
import { messageOf } from "../../../../../shared/text/messageOf.ts";
import { STATUS } from "../script/innerNames.ts";
import { isUnfinished, streamedScript } from "../script/streamedScript.ts";
import type { Outlets } from "../script/streamRewriter.ts";
import { IS_OPEN, LINE, READ_LINE } from "../session.ts";
import type { ShellProcess } from "../shellProcess.ts";
import { type CommandContext, command } from "./command.ts";

const MORE = "> ";

/** The commands that an interactive session consists of, such as reading the next line. */
export function sessionCommands(run: ShellProcess, outlets: Outlets): CustomCommand[] {
  const { input, signals } = run;
  const prompt = ({ cwd, env }: CommandContext): string => (input.isTerminal ? promptOf(cwd, env, run) : "");
  let isOpen = true;
  return [
    command(IS_OPEN, () => ({ exitCode: isOpen ? 0 : 1 })),
    command(READ_LINE, async ([code = "0"], context) => {
      signals.goOn();
      input.folder = context.cwd;
      const text = await readCommand(
        (first) => input.line(first ? prompt(context) : input.isTerminal ? MORE : ""),
        (line) => streamedScript(line, { outlets, parts: run.scriptParts }),
      );
      if (text === undefined) {
        isOpen = false;
        if (input.isTerminal) void run.print("stdout", "exit\n");
        return { exitCode: 1 };
      }
      if (typeof text !== "string") void run.print("stderr", `sh: ${text.error}\n`);
      await context.assignShellVariable?.(LINE, typeof text === "string" ? `${STATUS} ${code}\n${text}` : "false");
      return "";
    }),
  ];
}

/** Reads lines until they are a complete script, and rewrites it to print as it goes. */
async function readCommand(
  read: (isFirst: boolean) => Promise<string | undefined>,
  streamed: (text: string) => string,
): Promise<string | { error: string } | undefined> {
  let text = await read(true);
  while (text !== undefined) {
    if (text.trim() === "") return ":";
    try {
      if (!expectsMore(text)) return streamed(text);
    } catch (error) {
      if (!isUnfinished(error, text)) return { error: messageOf(error) };
    }
    const more = await read(false);
    if (more === undefined) return { error: "syntax error: unexpected end of file" };
    text = `${text}\n${more}`;
  }
  return undefined;
}

/** Whether the last line ends with a backslash, or with an operator that joins commands, outside of a comment. */
function expectsMore(text: string): boolean {
  const line = text.slice(text.lastIndexOf("\n") + 1);
  return /(^|[^\\])(\\\\)*\\$/.test(line) || (/(^|[^\\])(\||&&)[ \t]*$/.test(line) && !/(^|\s)#/.test(line));
}

/** The prompt of busybox's shell or of bash, or the one in `PS1`. */
function promptOf(cwd: string, env: ReadonlyMap<string, string>, { isBash, parts }: ShellProcess): string {
  const home = env.get("HOME") ?? "/root";
  const folder = cwd === home ? "~" : cwd;
  const custom = env.get("PS1");
  const form = custom ?? (isBash ? "\\u@\\h:\\w# " : "\\w # ");
  const values: Readonly<Record<string, string>> = {
    u: "root",
    h: parts.machine.hostname,
    w: folder,
    W: folder,
    $: "#",
    n: "\n",
  };
  return form.replace(/\\([uhwW$n])/g, (all, letter: string) => values[letter] ?? all);
}
