import { Volumes } from "../files/volumeFiles.ts";
import { Machine } from "../machine.ts";
import type { CallMessage, FileText, MachineMessage } from "../messages.ts";
import { ProcessSpaces } from "../processes/processSpace.ts";
import { ShellRun } from "../shellRun.ts";

/** A command to run in a machine. */
export interface Asked {
  readonly argv: readonly string[];
  readonly tty?: boolean;
  readonly stdin?: boolean;
  readonly files?: readonly FileText[];
  readonly machine?: Machine;
  readonly serves?: boolean;
  readonly isFallback?: boolean;
  /** Whether it is the machine's main program. Default: yes. */
  readonly isMain?: boolean;
  /** Called with the reason why it cannot start, or with undefined when it has started. */
  begun?(problem: string | undefined): void;
  /** Answers calls; it returns `NEVER` for calls that must not resolve. */
  call?(what: CallMessage): unknown;
}

/** The machine's main program, as the node reports it. */
const WEB = [{ container: "web", title: "web", user: { user: 0, group: 0, groups: [0] } }];
/** The answer to a call that must never resolve. */
export const NEVER = Symbol("never");
/** Creates a machine with its own process space. */
export const machineOf = (
  what: Partial<MachineMessage> = {},
  { spaces = new ProcessSpaces(), volumes = new Volumes() } = {},
): Promise<Machine> =>
  Machine.open(
    1,
    {
      ...{ hostname: "web", space: { name: "own", container: "web", first: "web" }, files: [], mounts: [] },
      ...{ user: { user: 0, group: 0, groups: [0] }, isRootReadOnly: false },
      ...what,
    },
    volumes,
    spaces,
  );

/** Runs a command; `output` is its output so far. */
export async function start({
  argv,
  tty = false,
  stdin = false,
  files = [],
  call,
  machine,
  serves = false,
  isFallback = false,
  isMain = true,
  begun,
}: Asked) {
  const chunks: { stream: string; text: string }[] = [];
  const at = machine ?? (await machineOf({ files }));
  let tell: () => void = () => undefined;
  const run = new ShellRun({
    machine: at,
    request: { argv, tty, stdin, cwd: "/", env: [["HOME", "/root"]], isMain, serves, isFallback },
    send: (stream, bytes) => {
      chunks.push({ stream, text: Buffer.from(bytes).toString("latin1") });
      tell();
    },
    machineNumbered: async () => undefined,
    begun,
    call: (what, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) resolve(undefined);
        signal?.addEventListener("abort", () => resolve(undefined));
        const byDefault = what.name === "programs" ? WEB : 0;
        const value = call === undefined ? byDefault : call(what);
        if (value !== NEVER) resolve(value);
      }),
  });
  const output = (): string => chunks.map(({ text }) => text).join("");
  const shows = async (text: string): Promise<void> => {
    while (!output().includes(text)) await new Promise<void>((resolve) => (tell = resolve));
  };
  return { run, chunks, output, shows, ended: run.run() };
}

/** Runs a script to its end. */
export async function sh(script: string, more: Omit<Asked, "argv"> = {}) {
  const { ended, output, chunks } = await start({ ...more, argv: ["sh", "-c", script] });
  const code = await ended;
  return { code, output: output(), chunks };
}
