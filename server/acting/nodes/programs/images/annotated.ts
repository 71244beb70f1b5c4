import type { Program, ProgramStart, RunningProgram } from "../program.ts";

/** Prefix of the annotations by which users control the behaviour of a simulated program. */
export const ANNOTATION_PREFIX = "simulation.orrery/";

/** The behaviour of programs that a pod's annotations set. */
export interface Behaviour {
  /** Milliseconds after which a program ends on its own; undefined leaves the program's own run time. */
  readonly exitAfter: number | undefined;
  readonly exitCode: number;
  /**
   * Milliseconds after its start from which it answers probes; infinite for never, undefined for the program's own
   * behaviour.
   */
  readonly readyAfter: number | undefined;
  readonly log: string | undefined;
}

const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/;
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

function duration(text: string | undefined): number | undefined {
  const [, number, unit = "s"] = DURATION.exec(text ?? "") ?? [];
  return number === undefined ? undefined : Number(number) * (UNITS[unit] ?? 1000);
}

/** Reads the annotations; those that cannot be parsed are ignored. */
export function behaviourOf(annotations: Readonly<Record<string, string>>): Behaviour {
  const text = (name: string): string | undefined => annotations[`${ANNOTATION_PREFIX}${name}`];
  const code = text("exit-code") ?? "";
  const never = text("ready") === "false" ? Number.POSITIVE_INFINITY : undefined;
  return {
    exitAfter: duration(text("exit-after")) ?? (code === "" ? undefined : 0),
    exitCode: /^\d{1,3}$/.test(code) ? Number(code) : 0,
    readyAfter: never ?? duration(text("ready-after")),
    log: text("log"),
  };
}

/** Wraps a program so that it follows the pod's annotations. */
export function annotated(program: Program): Program {
  return { start: (start) => startAnnotated(program, start) };
}

function startAnnotated(program: Program, start: ProgramStart): RunningProgram {
  const { exitAfter, exitCode, readyAfter, log } = behaviourOf(start.annotations);
  const { time, print } = start;
  const began = time.now();
  const running = program.start(start);
  if (log !== undefined) print("stdout", log.endsWith("\n") ? log : `${log}\n`);
  const ended = new AbortController();
  const exited =
    exitAfter === undefined
      ? running.exited
      : Promise.race([running.exited, time.sleep(exitAfter, ended.signal).then(() => exitCode)]);
  void exited.then(() => {
    ended.abort();
    running.signal("KILL");
  });
  return {
    ...running,
    exited,
    async answer(question) {
      const isLate = readyAfter !== undefined && time.now() - began < readyAfter;
      return isLate ? { ok: false, text: "the simulated program is not ready" } : running.answer(question);
    },
  };
}
