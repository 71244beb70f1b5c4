import { once } from "node:events";
import { getHeapStatistics } from "node:v8";
import { expect } from "vitest";
import { credentials } from "./httpClient.ts";
import { keptWorkers } from "./keptWorkers.ts";
import type { TestServer } from "./testServer.ts";
import { threadClock, tickMeter } from "./tickMeter.ts";

/** How a server answered others while it did work for one client. */
export interface StallReport<T> {
  /** Longest latency of the probe in milliseconds, without the handshake. */
  readonly longest: number;
  /** Processor time in milliseconds of the longest tick of this thread's event loop. */
  readonly tick: number;
  /** Number of answered probe requests. */
  readonly probes: number;
  /** The peak growth of this thread's memory in bytes: its heap and its external memory. */
  readonly heapGrowth: number;
  /** The result of the work. */
  readonly result: T;
}

/**
 * Maximum milliseconds of processor time in one tick, on a machine of usual speed, for which any request may block
 * others.
 */
export const STALL_LIMIT = 100;
/** Maximum bytes of memory that any request may need while it is served. */
export const HEAP_LIMIT = 192 * 1024 * 1024;

const probes = keptWorkers(new URL("./stallProbe.mjs", import.meta.url));

/**
 * Runs work against a server while another thread requests `/readyz` continuously, as another client would.
 *
 * The work's own client runs in the server's thread. The time for sending a body is attributed to the server, so create
 * bodies before the measurement.
 *
 * @param work must not block other clients; its rejection is passed on once the probe has stopped
 */
export async function longestStall<T>(
  server: Pick<TestServer, "url" | "running">,
  work: () => Promise<T>,
): Promise<StallReport<T>> {
  const { outcome, ...report } = await probes.use(async (probe, failed) => {
    const asking = once(probe, "message");
    probe.postMessage({ url: `${server.url}/readyz`, ca: server.running.admin.ca, headers: credentials("admin") });
    await asking;
    const memory = watchHeap();
    const meter = tickMeter();
    const outcome = await settled(() => Promise.race([work(), failed]));
    const tick = meter.longest();
    meter.stop();
    const heapGrowth = memory.stop();
    const told = once(probe, "message");
    probe.postMessage("stop");
    const [measured] = (await Promise.race([told, failed])) as [{ readonly longest: number; readonly probes: number }];
    return { ...measured, tick, heapGrowth, outcome };
  });
  if ("error" in outcome) throw outcome.error;
  return { ...report, result: outcome.result };
}

type Outcome<T> = { readonly result: T } | { readonly error: unknown };

async function settled<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { result: await work() };
  } catch (error) {
    return { error };
  }
}

/**
 * Tracks the size of the heap. The engine keeps allocated memory for a while, so that a check after a stall shows the
 * peak.
 */
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

/** Milliseconds for parsing and printing {@link reference} on an otherwise idle machine of usual speed. */
const REFERENCE_TIME = 20;
const REFERENCE_ROUNDS = 3;
const reference = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ name: `member-${i}`, value: { i } })));

/** How much slower than usual this machine currently is, by each of several clocks: 1 or more. */
function slowness(clocks: readonly (() => number)[]): number[] {
  const began = clocks.map((now) => now());
  for (let i = 0; i < REFERENCE_ROUNDS; i++) JSON.stringify(JSON.parse(reference));
  return clocks.map((now, i) => Math.max(1, (now() - (began[i] ?? 0)) / REFERENCE_ROUNDS / REFERENCE_TIME));
}

/**
 * Factor that leaves room for the client's own work, if that is done in the server's thread, and for tests on the other
 * processors.
 */
const MARGIN = 2;
/** Factor that leaves room for short activity of other processes in wall-clock time, however small the work is. */
const WALL_MARGIN = 4;

export interface Limits {
  /** Milliseconds on a machine of usual speed. Default {@link STALL_LIMIT}. */
  readonly stall?: number;
  /** Factor by which a tick may exceed that, because the client is in the same thread. Default {@link MARGIN}. */
  readonly margin?: number;
  /** Bytes. Default {@link HEAP_LIMIT}. */
  readonly heap?: number;
}

export interface StallOptions extends Limits {
  /** Prepares an attempt before anything is measured. Gets the number of the attempt, from 0. */
  readonly prepare?: (attempt: number) => Promise<void>;
}

/**
 * Maximum number of attempts for work that blocked others: the processor may have been used by another process, not by
 * the server.
 */
const TRIES = 4;

/**
 * Expects work not to block other clients and not to use much memory. Time limits are scaled by how slow the machine
 * currently is. Work that exceeds them is repeated, because a bug of the server shows every time.
 *
 * @param work must do the same each time; gets the number of the attempt, from 0, for unique object names
 * @returns the result of the attempt that stayed within the limits
 */
export async function expectNoStall<T>(
  server: Pick<TestServer, "url" | "running">,
  work: (attempt: number) => Promise<T>,
  { prepare, stall = STALL_LIMIT, margin = MARGIN, heap = HEAP_LIMIT }: StallOptions = {},
): Promise<T> {
  const seen: string[] = [];
  const clock = threadClock();
  const clocks = [clock.now, () => performance.now()];
  const usual = clocks.map(() => 1);
  try {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      await prepare?.(attempt);
      const before = attempt === 0 ? usual : slowness(clocks);
      const report = await longestStall(server, () => work(attempt));
      const limitsAt = ([byThread = 1, byWall = 1]: readonly number[]) => ({
        tick: stall * margin * byThread,
        longest: Math.max(stall, STALL_LIMIT) * WALL_MARGIN * byWall,
      });
      const keeps = ({ tick, longest }: ReturnType<typeof limitsAt>): boolean =>
        report.tick <= tick && report.longest <= longest && report.heapGrowth <= heap;
      // How slow the machine is matters only to work that a machine of usual speed would have to repeat.
      if (keeps(limitsAt(usual))) return report.result;
      const after = slowness(clocks);
      const limits = limitsAt(clocks.map((_, i) => Math.max(before[i] ?? 1, after[i] ?? 1)));
      if (keeps(limits)) return report.result;
      const numbers = [report.tick, limits.tick, report.longest, limits.longest];
      const [took, mayTake, waited, mayWait] = numbers.map(Math.round);
      const memory = Math.round(report.heapGrowth / 2 ** 20);
      seen.push(`a tick of ${took} ms (limit ${mayTake}), a wait of ${waited} ms (limit ${mayWait}), ${memory} MiB`);
    }
  } finally {
    clock.close();
  }
  expect.fail(`the server kept others waiting, or took too much memory: ${seen.join("; ")}`);
}
