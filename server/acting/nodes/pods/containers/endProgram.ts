import type { ProgramTime, RunningProgram } from "../../programs/program.ts";

/** Minimum milliseconds between the TERM signal and the forced end of a program. */
const MIN_GRACE = 2_000;

export interface Ending {
  readonly program: Pick<RunningProgram, "signal" | "exited">;
  readonly time: ProgramTime;
  /** Milliseconds for all steps together. */
  readonly grace: number;
  /** Performs the steps before the signal (such as the preStop hook), in at most this many milliseconds. */
  before(grace: number): Promise<void>;
  /** Resolves when the containers that must end first have ended. */
  readonly turn?: Promise<void> | undefined;
}

/**
 * Ends a program. The steps before the signal and the wait for its turn count against the grace period. Then the
 * program is asked to end, and is killed when the rest of the period has passed.
 */
export async function endProgram({ program, time, grace, before, turn }: Ending): Promise<void> {
  const began = time.now();
  const left = (): number => began + grace - time.now();
  await before(grace);
  if (turn !== undefined) await within(turn, left(), time);
  program.signal("TERM");
  await within(program.exited, Math.max(left(), MIN_GRACE), time);
  program.signal("KILL");
  await program.exited;
}

/** Resolves when the event has happened, or after this many milliseconds. */
async function within(event: Promise<unknown>, milliseconds: number, time: ProgramTime): Promise<void> {
  const over = new AbortController();
  await Promise.race([event, time.sleep(Math.max(milliseconds, 0), over.signal)]);
  over.abort();
}
