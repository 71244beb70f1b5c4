import { execFailure } from "../../../api/registry/execFailure.ts";
import type { Program, ProgramMachine, ProgramStart, Reply } from "./program.ts";
import { isShellImage } from "./shell.ts";

/** Exit codes of a shell for a command that does not exist, or cannot be executed. */
const NOT_FOUND = new Set([126, 127]);
/** Maximum number of characters of a command's output that are reported. */
const MAX_OUTPUT = 1024;

/**
 * A program whose container really runs the commands of probes and hooks. Tools that the simulation does not have in an
 * unknown image are assumed to be part of that image, and succeed.
 */
export const answeringExec = (program: Program): Program => ({
  start(start: ProgramStart) {
    const running = program.start(start);
    return {
      ...running,
      answer: (question) =>
        question.kind === "exec"
          ? askCommand(start.machine, question.command, !isShellImage(start.image))
          : running.answer(question),
    };
  },
});

async function askCommand(machine: ProgramMachine, argv: readonly string[], isLenient: boolean): Promise<Reply> {
  const process = machine.run({ argv, tty: false, stdin: false });
  let output = "";
  process.listen((_stream, bytes) => {
    if (output.length < MAX_OUTPUT) output += Buffer.from(bytes).toString("utf8");
  });
  const problem = isLenient ? undefined : await process.begun;
  const code = await process.exited;
  if (problem !== undefined) {
    return { ok: false, text: `rpc error: code = Unknown desc = ${execFailure(problem)}`, isUnknown: true };
  }
  const ok = code === 0 || (isLenient && NOT_FOUND.has(code));
  return { ok, text: output.slice(0, MAX_OUTPUT), ...(ok ? {} : { exitCode: code }) };
}
