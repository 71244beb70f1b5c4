import { isShell, nameOf } from "../shell/runScript.ts";
import type { Program, ProgramStart, RunningProgram } from "./program.ts";
import { runInMachine } from "./shell.ts";

/** Small commands that are in almost every image. */
const SMALL: ReadonlySet<string> = new Set(
  "sleep echo true false cat tail head env printenv date ls id hostname printf test timeout touch cp mv mkdir rm chmod find grep sed awk curl wget nslookup".split(
    " ",
  ),
);

/**
 * The program of a container whose command is a shell or a small command. The command really runs in the container's
 * machine. When it starts the program that simulates the image (`nginx -g "daemon off;"`), that program is started
 * beside it.
 * @param isUnknown whether the image is unknown: its program then also substitutes for unknown programs
 * @returns undefined for a container that runs something else
 */
export function scripted(
  { command, args }: Pick<ProgramStart, "command" | "args">,
  image: Program,
  isUnknown = false,
): Program | undefined {
  const argv = [...command, ...args];
  const [first = ""] = argv;
  if (!isShell(argv) && !SMALL.has(nameOf(first))) return undefined;
  return { start: (start) => startBeside(argv, start, { image, isUnknown }) };
}

function startBeside(
  argv: readonly string[],
  start: ProgramStart,
  { image, isUnknown }: { readonly image: Program; readonly isUnknown: boolean },
): RunningProgram {
  let served: RunningProgram | undefined;
  const serve = async (own: readonly string[], signal: AbortSignal): Promise<number> => {
    const [name = "", ...args] = own;
    const program = image.start({ ...start, command: [name], args });
    served = program;
    const end = (): void => program.signal("KILL");
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
    const code = await program.exited;
    signal.removeEventListener("abort", end);
    if (served === program) served = undefined;
    return code;
  };
  const running = runInMachine(argv, { serve, isFallback: isUnknown }).start(start);
  return {
    ...running,
    signal(name) {
      // A shell usually replaces itself by its last command, which then gets the signal; a shell that remains may have
      // a trap.
      served?.signal(name);
      running.signal(name);
    },
    listens: (port) => served?.listens?.(port) ?? false,
    resets: (port) => served?.resets?.(port) ?? false,
    handle: async (request) => served?.handle?.(request),
    receive: (datagram) => served?.receive?.(datagram),
    answer: (question) => (served ?? running).answer(question),
  };
}
