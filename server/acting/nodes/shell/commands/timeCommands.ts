import type { CustomCommand } from "just-bash/browser";
import type { ShellProcess } from "../shellProcess.ts";
import { command, failed } from "./command.ts";

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** @returns milliseconds; undefined for text that is not a duration */
export function duration(text: string): number | undefined {
  if (/^(inf|infinity)$/.test(text)) return Number.POSITIVE_INFINITY;
  const [, number, unit = "s"] = /^(\d+(?:\.\d*)?|\.\d+)([smhd])?$/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number) * (SECONDS[unit] ?? 1) * 1000;
}

/** Time commands, by the sandbox's clock. */
export function timeCommands(run: ShellProcess): CustomCommand[] {
  const { signals, parts } = run;
  /**
   * @param ended aborts when the command must end early, as `timeout` requires: the library abandons a script whose
   * command does not end
   */
  const sleep = (milliseconds: number, ended?: AbortSignal): Promise<unknown> =>
    signals.during((signal) => {
      const wanted = ended === undefined ? signal : AbortSignal.any([signal, ended]);
      return parts.call({ name: "sleep", milliseconds }, wanted);
    });
  const now = async (): Promise<number> => (await parts.call({ name: "now" })) as number;
  return [
    command("sleep", async (args, { signal }) => {
      let total = 0;
      for (const arg of args) {
        const time = duration(arg);
        if (time === undefined) return failed(`sleep: invalid time interval '${arg}'`);
        total += time;
      }
      if (args.length === 0) return failed("sleep: missing operand");
      await sleep(total, signal);
      return { exitCode: signals.isInterrupted ? 130 : 0 };
    }),
    command("usleep", async ([time = "0"], { signal }) => {
      await sleep(Number(time) / 1000 || 0, signal);
      return "";
    }),
    command("date", async (args, { origCommand }) => {
      // The library's command supports every format; only the time must be replaced.
      const isGiven = args.some((arg) => arg.startsWith("-d") || arg.startsWith("--date"));
      const time = new Date(await now()).toISOString();
      const result = await origCommand?.(isGiven ? [...args] : ["-d", time, ...args]);
      return result ?? failed("date: not found", 127);
    }),
    command(
      "uptime",
      async () => ` ${new Date(await now()).toISOString().slice(11, 19)} up 1 min,  load average: 0.00, 0.00, 0.00\n`,
    ),
  ];
}
