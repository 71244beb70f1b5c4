import type { ApiObject } from "../../../../shared/object.ts";
import { internalError, isApiError } from "../../../../shared/status.ts";
import { finished, type Steps } from "../../../../shared/steps.ts";
import { systemTimers, type Timers } from "../../../ground/timing/timers.ts";
import { inTurns } from "../../../ground/turns/turns.ts";

/**
 * Maximum number of retries of a batch's failed writes, each from the current quotas. Failures because another writer
 * was faster do not count, because each of them means that the other writer succeeded.
 */
const RETRIES = 3;

/** Maximum time in milliseconds that a request waits for its turn and for the quotas to be written. */
const TIMEOUT = 10_000;

/** A request that consumes something of the quotas of its namespace. */
export interface Charge {
  /** Returns the changed quotas, none when the request consumes nothing of them. Throws to refuse the request. */
  apply(quotas: readonly ApiObject[]): readonly ApiObject[] | Steps<readonly ApiObject[]>;
  /**
   * Called once, after the usage was written, if it changed, and before the request continues. Not called for dry runs.
   */
  charged?(): void;
  /** Check only, and write nothing. */
  readonly dryRun: boolean;
}

export interface LedgerDependencies {
  /** The current quotas of a namespace. */
  quotas(namespace: string): Promise<readonly ApiObject[]>;
  /** Writes a quota's status. Rejects when the quota has changed. */
  write(quota: ApiObject): Promise<unknown>;
  /** Default {@link systemTimers}. */
  readonly timers?: Pick<Timers, "after">;
}

interface Waiter {
  readonly charge: Charge;
  /** Whether the request was already refused because of the time limit. */
  gaveUp: boolean;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Charges requests to quotas, one namespace at a time: each request sees the usage of those before it. Requests that
 * arrive during a write are batched, with one write per quota.
 *
 * @returns a function that charges one request. It rejects with the refusal, with the error of writing a quota, or with
 *   500 when the time is up; what was charged by then stays charged until the quota is recalculated
 */
export function quotaLedger({
  quotas,
  write,
  timers = systemTimers,
}: LedgerDependencies): (namespace: string, charge: Charge) => Promise<void> {
  const lines = new Map<string, Waiter[]>();

  const settle = async (namespace: string, batch: readonly Waiter[]): Promise<void> => {
    let waiting = batch;
    /** Quotas that still have to be written, after the first attempt. */
    let names: ReadonlySet<string> | undefined;
    for (let left = RETRIES; ; ) {
      const current = new Map(
        (await quotas(namespace))
          .map((quota) => [quota.metadata.name ?? "", quota] as const)
          .filter(([name]) => names?.has(name) ?? true),
      );
      const changed = new Set<string>();
      const written: Waiter[] = [];
      for (const waiter of waiting) if (await applyTo(current, changed, waiter)) written.push(waiter);
      waiting = written;
      const failures = await writeAll([...changed].flatMap((name) => current.get(name) ?? []));
      if (failures.size === 0) break;
      const error = [...failures.values()].find((each) => !isApiError(each, "Conflict"));
      if (error !== undefined && left-- === 0) {
        for (const waiter of waiting) waiter.reject(error);
        return;
      }
      names = new Set(failures.keys());
    }
    for (const waiter of waiting) admit(waiter);
  };

  const writeAll = async (changed: readonly ApiObject[]): Promise<Map<string, unknown>> => {
    const failures = new Map<string, unknown>();
    await Promise.all(
      changed.map((quota) => write(quota).catch((error: unknown) => failures.set(quota.metadata.name ?? "", error))),
    );
    return failures;
  };

  const work = async (namespace: string, line: Waiter[]): Promise<void> => {
    while (line.length > 0) {
      const batch = line.splice(0);
      try {
        await settle(namespace, batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    lines.delete(namespace);
  };

  return (namespace, charge) =>
    new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        charge,
        gaveUp: false,
        resolve() {
          stopTimer();
          resolve();
        },
        reject(error) {
          stopTimer();
          reject(error);
        },
      };
      const stopTimer = timers.after(TIMEOUT, () => {
        waiter.gaveUp = true;
        reject(internalError("resource quota evaluation timed out"));
      });
      const line = lines.get(namespace);
      if (line !== undefined) {
        line.push(waiter);
        return;
      }
      const fresh = [waiter];
      lines.set(namespace, fresh);
      void work(namespace, fresh);
    });
}

/** Charges one request to quotas in memory. @returns whether the request must wait for the write */
async function applyTo(current: Map<string, ApiObject>, changed: Set<string>, waiter: Waiter): Promise<boolean> {
  if (waiter.gaveUp) return false;
  try {
    const results = await inTurns(finished(waiter.charge.apply([...current.values()])));
    if (waiter.charge.dryRun || results.length === 0) {
      admit(waiter);
      return false;
    }
    for (const quota of results) {
      const name = quota.metadata.name ?? "";
      current.set(name, quota);
      changed.add(name);
    }
    return true;
  } catch (error) {
    waiter.reject(error);
    return false;
  }
}

function admit({ charge, gaveUp, resolve }: Waiter): void {
  if (!charge.dryRun && !gaveUp) charge.charged?.();
  resolve();
}
