import { Session } from "node:inspector/promises";

/** The content of a profile: where time is spent, or which functions allocated memory that is still in use. */
export type ProfileKind = "cpu" | "heap";

/** Thrown when another caller is already taking a profile. */
export class ProfilerBusyError extends Error {}

/** Bytes between two samples of allocations. */
const HEAP_INTERVAL = 32 * 1024;

let taking = false;

/**
 * Takes a sampling profile of this process, in the engine's format: `.cpuprofile` or `.heapprofile`, which the
 * developer tools of Chromium and editors open. It contains names of functions and files, and no data.
 *
 * @param milliseconds duration of the profile
 * @param signal ends it early; the profile is then discarded
 * @returns JSON
 * @throws ProfilerBusyError
 */
export async function takeProfile(kind: ProfileKind, milliseconds: number, signal: AbortSignal): Promise<string> {
  if (taking) throw new ProfilerBusyError("a profile is being taken already");
  taking = true;
  const session = new Session();
  session.connect();
  try {
    return JSON.stringify(await (kind === "cpu" ? cpu : heap)(session, () => passed(milliseconds, signal)));
  } finally {
    session.disconnect();
    taking = false;
  }
}

async function cpu(session: Session, wait: () => Promise<void>): Promise<object> {
  await session.post("Profiler.enable");
  await session.post("Profiler.start");
  await wait();
  return (await session.post("Profiler.stop")).profile;
}

async function heap(session: Session, wait: () => Promise<void>): Promise<object> {
  await session.post("HeapProfiler.startSampling", { samplingInterval: HEAP_INTERVAL });
  await wait();
  return (await session.post("HeapProfiler.stopSampling")).profile;
}

const passed = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    if (signal.aborted) done();
    else signal.addEventListener("abort", done, { once: true });
  });
