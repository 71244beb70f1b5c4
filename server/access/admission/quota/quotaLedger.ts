import type { ApiObject } from "../../../../shared/object.ts";
import { internalError, isApiError } from "../../../../shared/status.ts";
import { finished, type Steps } from "../../../../shared/steps.ts";
import { systemTimers, type Timers } from "../../../ground/timing/timers.ts";
import { inTurns } from "../../../ground/turns/turns.ts";

/**
 * How often the writes of a batch start over from the quotas as they are now when they failed. Those that failed
 * because another writer was faster do not count: each such failure means that the other one succeeded.
 */
const RETRIES = 3;

/** The longest that a request waits for its turn and for the quotas to be written, in milliseconds. */
const PATIENCE = 10_000;

/** One request that uses something of the quotas of its namespace. */
export interface Charge {
  /** Quotas changed by the request, none when it uses nothing of them. What it throws refuses the request. */
  apply(quotas: readonly ApiObject[]): readonly ApiObject[] | Steps<readonly ApiObject[]>;
  /** Called once after the used amounts, if any, were written and before the request goes on. Not for dry runs. */
  charged?(): void;
  /** Look, but write nothing. */
  readonly dryRun: boolean;
}

export interface LedgerDependencies {
  /** The quotas of a namespace as they are now. */
  quotas(namespace: string): Promise<readonly ApiObject[]>;
  /** Writes a quota's status. Rejects when the quota is no more what it was. */
  write(quota: ApiObject): Promise<unknown>;
  /** Default {@link systemTimers}. */
  readonly timers?: Pick<Timers, "after">;
}

interface Waiter {
  readonly charge: Charge;
  /** Whether its request was told that this takes too long. */
  gaveUp: boolean;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Charges requests to quotas, one namespace at a time: each request sees what those before it used. What came while quotas
 * were being written is charged together, with one write a quota.
 *
 * @returns charges one request; rejects with what refused it, with why a quota could not be written, or with 500 when that
 * takes too long: what is charged by then stays charged until the quota is counted again
 */
export function quotaLedger({
  quotas,
  write,
  timers = systemTimers,
}: LedgerDependencies): (namespace: string, charge: Charge) => Promise<void> {
  const lines = new Map<string, Waiter[]>();

  const settle = async (namespace: string, batch: readonly Waiter[]): Promise<void> => {
    let waiting = batch;
    /** Quotas that are still to be written, after the first try. */
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
    for (const waiter of waiting) letThrough(waiter);
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
      const stopTimer = timers.after(PATIENCE, () => {
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

/** Charges one request to quotas in memory. @returns whether it waits for them to be written */
async function applyTo(current: Map<string, ApiObject>, changed: Set<string>, waiter: Waiter): Promise<boolean> {
  if (waiter.gaveUp) return false;
  try {
    const results = await inTurns(finished(waiter.charge.apply([...current.values()])));
    if (waiter.charge.dryRun || results.length === 0) {
      letThrough(waiter);
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

function letThrough({ charge, gaveUp, resolve }: Waiter): void {
  if (!charge.dryRun && !gaveUp) charge.charged?.();
  resolve();
}
