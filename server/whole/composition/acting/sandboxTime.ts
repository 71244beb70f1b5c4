import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SandboxClock } from "../../../ground/timing/sandboxClock.ts";
import type { Timers } from "../../../ground/timing/timers.ts";

/** The file in a data folder that stores how far its sandbox's time is ahead. */
const FILE = "time.json";

export interface SandboxTimeParts {
  readonly dataDir: string;
  readonly timers: Timers;
  /** Milliseconds since the epoch. */
  now(): number;
}

/**
 * The clock of a sandbox, which continues at the offset that was last saved. A file that cannot be read is treated as
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

/** Saves the clock's offset in milliseconds, if there is one. */
export async function keepSandboxClock(dataDir: string, clock: SandboxClock): Promise<void> {
  const ahead = Math.round(clock.offset);
  if (ahead === 0) return;
  await writeFile(join(dataDir, FILE), `${JSON.stringify({ ahead })}\n`);
}
