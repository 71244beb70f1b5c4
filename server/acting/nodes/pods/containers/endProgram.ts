import type { ProgramTime, RunningProgram } from "../../programs/program.ts";

/** Milliseconds that a program has at least after the signal that asks it to end. */
const LEAST = 2_000;

export interface Ending {
  readonly program: Pick<RunningProgram, "signal" | "exited">;
  readonly time: ProgramTime;
  /** Milliseconds that all of it may take. */
  readonly grace: number;
  /** Does what is to be done before, in so many milliseconds at most. */
  before(grace: number): Promise<void>;
  /** Resolves when those have ended that are to end first. */
  readonly turn?: Promise<void> | undefined;
}

/**
 * Ends a program: what is to be done before, and the wait for its turn, take their time from its grace. Then it is asked to
 * end, and is ended when it has not.
 */
export async function endProgram({ program, time, grace, before, turn }: Ending): Promise<void> {
  const began = time.now();
  const left = (): number => began + grace - time.now();
  await before(grace);
  if (turn !== undefined) await within(turn, left(), time);
  program.signal("TERM");
  await within(program.exited, Math.max(left(), LEAST), time);
  program.signal("KILL");
  await program.exited;
}

/** Resolves when something has happened, or after so many milliseconds. */
async function within(event: Promise<unknown>, milliseconds: number, time: ProgramTime): Promise<void> {
  const over = new AbortController();
  await Promise.race([event, time.sleep(Math.max(milliseconds, 0), over.signal)]);
  over.abort();
}
