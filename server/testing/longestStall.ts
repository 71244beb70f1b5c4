import { once } from "node:events";
import { getHeapStatistics } from "node:v8";
import { Worker } from "node:worker_threads";
import { expect } from "vitest";
import { credentials } from "./httpClient.ts";
import type { TestServer } from "./testServer.ts";
import { threadClock, tickMeter } from "./tickMeter.ts";

/** How a server answered others while it worked for one. */
export interface StallReport<T> {
  /** Milliseconds: the longest time that any answer to the probe took, handshake left out. */
  readonly longest: number;
  /** Milliseconds of processor time that the longest tick of this thread's event loop took. */
  readonly tick: number;
  /** How often the probe was answered. */
  readonly probes: number;
  /** The peak growth of this thread's memory, its heap and the memory that it holds outside, in bytes. */
  readonly heapGrowth: number;
  /** What the work resolved with. */
  readonly result: T;
}

/** No request may keep others waiting longer, on a machine of usual speed: milliseconds of processor time in one tick. */
export const STALL_LIMIT = 100;
/** No request may need more memory than this while it is served: bytes. */
export const HEAP_LIMIT = 192 * 1024 * 1024;

/**
 * Runs work against a server while another thread asks `/readyz` without a break, as another client would.
 *
 * The work's own client runs in the server's thread. What it takes to send a body counts as the server's time, so bodies
 * are made before they are measured.
 *
 * @param work what shall keep no other client waiting; its rejection is passed on once the probe has stopped
 */
export async function longestStall<T>(
  server: Pick<TestServer, "url" | "running">,
  work: () => Promise<T>,
): Promise<StallReport<T>> {
  const probe = new Worker(new URL("./stallProbe.mjs", import.meta.url), {
    workerData: { url: `${server.url}/readyz`, ca: server.running.admin.ca, headers: credentials("admin") },
  });
  try {
    await once(probe, "message");
    const memory = watchHeap();
    const meter = tickMeter();
    const outcome = await settled(work);
    const tick = meter.longest();
    meter.stop();
    const heapGrowth = memory.stop();
    const told = once(probe, "message");
    probe.postMessage("stop");
    const [{ longest, probes }] = (await told) as [{ readonly longest: number; readonly probes: number }];
    if ("error" in outcome) throw outcome.error;
    return { longest, tick, probes, heapGrowth, result: outcome.result };
  } finally {
    await probe.terminate();
  }
}

type Outcome<T> = { readonly result: T } | { readonly error: unknown };

async function settled<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { result: await work() };
  } catch (error) {
    return { error };
  }
}

/** Follows the size of the heap. The engine keeps what it took for a while, so that a look after a stall shows its peak. */
function watchHeap(): { readonly stop: () => number } {
  const size = (): number => {
    const { total_heap_size, external_memory } = getHeapStatistics();
    return total_heap_size + external_memory;
  };
  const before = size();
  let peak = before;
  const look = (): void => {
    peak = Math.max(peak, size());
  };
  const timer = setInterval(look, 5);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return peak - before;
    },
  };
}

/** What it takes to parse and print {@link reference} on a machine of usual speed that has nothing else to do: milliseconds. */
const REFERENCE_TIME = 20;
const REFERENCE_ROUNDS = 3;
const reference = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ name: `member-${i}`, value: { i } })));

/** How much slower than usual this machine is at the moment, by each of some clocks: 1 or more. */
function slowness(clocks: readonly (() => number)[]): number[] {
  const began = clocks.map((now) => now());
  for (let i = 0; i < REFERENCE_ROUNDS; i++) JSON.stringify(JSON.parse(reference));
  return clocks.map((now, i) => Math.max(1, (now() - (began[i] ?? 0)) / REFERENCE_ROUNDS / REFERENCE_TIME));
}

/** Room for the client's own work, where that is done in the server's thread, and for tests on the other processors. */
const MARGIN = 2;
/** Room for what a moment of other processes takes, by the clock on the wall, however small the work is. */
const WALL_MARGIN = 4;

export interface Limits {
  /** Milliseconds on a machine of usual speed. Default {@link STALL_LIMIT}. */
  readonly stall?: number;
  /** How much more than that a tick may take, because of the client in the same thread. Default {@link MARGIN}. */
  readonly margin?: number;
  /** Bytes. Default {@link HEAP_LIMIT}. */
  readonly heap?: number;
}

export interface StallOptions extends Limits {
  /** Makes ready what a try needs, before anything is measured. It gets the number of the try, from 0. */
  readonly prepare?: (attempt: number) => Promise<void>;
}

/** How often work is repeated that kept others waiting: another process may have had the processor, not the server. */
const TRIES = 4;

/**
 * Expects work to keep no other client waiting and not to take much memory. Limits of time grow with how slow the machine is
 * just then; work that exceeds them is done again, because what the server itself does wrong shows every time.
 *
 * @param work must do the same each time; it gets the number of the try, from 0, to tell its objects apart
 * @returns what the work that stayed within the limits resolved with
 */
export async function expectNoStall<T>(
  server: Pick<TestServer, "url" | "running">,
  work: (attempt: number) => Promise<T>,
  { prepare, stall = STALL_LIMIT, margin = MARGIN, heap = HEAP_LIMIT }: StallOptions = {},
): Promise<T> {
  const seen: string[] = [];
  const clock = threadClock();
  const clocks = [clock.now, () => performance.now()];
  try {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      await prepare?.(attempt);
      const before = slowness(clocks);
      const report = await longestStall(server, () => work(attempt));
      const after = slowness(clocks);
      const [byThread = 1, byWall = 1] = clocks.map((_, i) => Math.max(before[i] ?? 1, after[i] ?? 1));
      const tick = stall * margin * byThread;
      const longest = Math.max(stall, STALL_LIMIT) * WALL_MARGIN * byWall;
      if (report.tick <= tick && report.longest <= longest && report.heapGrowth <= heap) return report.result;
      const [took, mayTake, waited, mayWait] = [report.tick, tick, report.longest, longest].map(Math.round);
      const memory = Math.round(report.heapGrowth / 2 ** 20);
      seen.push(`a tick of ${took} ms (limit ${mayTake}), a wait of ${waited} ms (limit ${mayWait}), ${memory} MiB`);
    }
  } finally {
    clock.close();
  }
  expect.fail(`the server kept others waiting, or took too much memory: ${seen.join("; ")}`);
}
