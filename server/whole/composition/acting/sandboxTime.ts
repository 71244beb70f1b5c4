import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SandboxClock } from "../../../ground/timing/sandboxClock.ts";
import type { Timers } from "../../../ground/timing/timers.ts";

/** The file of a data folder that keeps how far its sandbox's time is ahead. */
const FILE = "time.json";

export interface SandboxTimeParts {
  readonly dataDir: string;
  readonly timers: Timers;
  /** Milliseconds since the epoch. */
  now(): number;
}

/**
 * The clock of a sandbox, which goes on where it stood when it was last kept. A file that cannot be read counts as
 * absent.
 */
export async function openSandboxClock({ dataDir, timers, now }: SandboxTimeParts): Promise<SandboxClock> {
  let offset = 0;
  try {
    const kept = JSON.parse(await readFile(join(dataDir, FILE), "utf8")) as { ahead?: unknown };
    if (typeof kept.ahead === "number" && Number.isFinite(kept.ahead)) offset = kept.ahead;
  } catch {
    // The time of this sandbox was never changed.
  }
  return new SandboxClock({ timers, now }, offset);
}

/** Keeps how far a clock is ahead, in milliseconds, once it is. */
export async function keepSandboxClock(dataDir: string, clock: SandboxClock): Promise<void> {
  const ahead = Math.round(clock.offset);
  if (ahead === 0) return;
  await writeFile(join(dataDir, FILE), `${JSON.stringify({ ahead })}\n`);
}
