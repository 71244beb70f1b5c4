import { setImmediate as nextTurn } from "node:timers/promises";
import type { CustomCommand } from "just-bash/browser";
import type { SignalName } from "../messages.ts";
import { STATUS, TRAPPED, TURN } from "../script/innerNames.ts";
import { streamedOr } from "../script/streamedScript.ts";
import type { Outlets } from "../script/streamRewriter.ts";
import type { ShellProcess } from "../shellProcess.ts";
import { command, failed } from "./command.ts";

const NAMES: Readonly<Record<string, SignalName>> = {
  1: "HUP",
  2: "INT",
  3: "QUIT",
  9: "KILL",
  10: "USR1",
  12: "USR2",
  15: "TERM",
};

/** Milliseconds for which a loop runs before it yields to other runs. */
const TURN_TIME = 5;

/** The name of a signal that is given by name or number; `EXIT` for the end of a shell. */
export function signalOf(text: string): string | undefined {
  const name = text.toUpperCase().replace(/^SIG/, "");
  if (name === "0" || name === "EXIT") return "EXIT";
  return NAMES[name] ?? Object.values(NAMES).find((each) => each === name);
}

/** Signal commands: setting traps, sending signals, and checking for signals in loops. */
export function signalCommands(run: ShellProcess, outlets: Outlets): CustomCommand[] {
  const { signals, parts } = run;
  let turned = performance.now();
  const streamed = (script: string): string => streamedOr(script, { outlets, parts: run.scriptParts });
  return [
    command(TURN, async () => {
      if (performance.now() - turned > TURN_TIME) {
        await nextTurn();
        turned = performance.now();
      }
      return { exitCode: signals.isInterrupted ? 1 : 0 };
    }),
    command(TRAPPED, async ([code = "0"], context) => {
      const script = signals.take();
      await context.assignShellVariable?.("__trap", script === undefined ? ":" : streamed(script));
      await context.assignShellVariable?.("__code", code);
      return "";
    }),
    command(STATUS, ([code]) => ({ exitCode: Number(code) })),
    command("trap", (args) => {
      if (args.length === 0 || args[0] === "-p") {
        return [...signals.traps].map(([name, script]) => `trap -- '${script}' ${name}\n`).join("");
      }
      const [script = "", ...names] = args.length === 1 ? ["-", ...args] : args[0] === "--" ? args.slice(1) : args;
      for (const name of names) {
        const signal = signalOf(name);
        if (signal === undefined) return failed(`trap: ${name}: invalid signal specification`);
        signals.setTrap(signal, script === "-" ? undefined : script);
      }
      return "";
    }),
    command("kill", async (args) => {
      if (args[0] === "-l") return `${Object.values(NAMES).join(" ")}\n`;
      const [, given] = /^-(.+)$/.exec(args[0] ?? "") ?? [];
      const isSpelled = given === "s";
      const text = isSpelled ? (args[1] ?? "") : (given ?? "TERM");
      const signal = text === "0" ? "0" : signalOf(text);
      if (signal === undefined || signal === "EXIT") return failed(`kill: invalid signal '${text}'`);
      const processes = await run.processes();
      for (const target of args.slice(given === undefined ? 0 : isSpelled ? 2 : 1)) {
        const number = target.startsWith("%") ? run.jobs.find(target)?.child.process : Number(target);
        const process = processes.find((each) => each.number === number);
        if (process === undefined) return failed(`kill: can't kill pid ${target}: No such process`);
        // A kernel does not let processes kill PID 1 of their own namespace.
        if (signal === "0" || (number === 1 && signal === "KILL")) continue;
        const { run: own, container = "" } = process;
        if (own !== undefined) own.signal(signal as SignalName);
        else if (!(await parts.call({ name: "signalProgram", container, signal: signal as SignalName }))) {
          return failed(`kill: can't kill pid ${target}: Operation not permitted`);
        }
      }
      return "";
    }),
  ];
}
