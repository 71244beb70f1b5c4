import { minOf } from "../../../../shared/collections/extremes.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { parseQuantity, type Quantity } from "../../../../shared/quantity.ts";
import { isApiError } from "../../../../shared/status.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { resourceOfAmount } from "../../../access/admission/quota/quotaNames.ts";
import { scopesOf } from "../../../access/admission/quota/quotaScopes.ts";
import {
  type Amounts,
  enforceableHard,
  isLess,
  quotaStatus,
  sameAmounts,
  writeAmounts,
} from "../../../access/admission/quota/quotaStatus.ts";
import type { Usage } from "../../../access/admission/quota/quotaUsage.ts";
import type { UsageIndex } from "../../../access/admission/quota/usageIndex.ts";
import { WorkQueue } from "../../../ground/timing/workQueue.ts";
import { inTurns, turnIfSpent } from "../../../ground/turns/turns.ts";
import { keyOf } from "../../informers/objectKey.ts";
import { startReflector } from "../../informers/reflector.ts";
import { type ControllerParts, RETRIES, type RunningController } from "../controller.ts";

const QUOTAS = { group: "", version: "v1", resource: "resourcequotas" };
const ZERO = parseQuantity("0");

/** Milliseconds between two full recounts, for objects that were admitted and then not stored. */
const RESYNC = 5 * 60_000;
/** Milliseconds until the next attempt after another client wrote the quota. */
const SOON = 20;
/** Milliseconds until the next check after a write: the write may have missed what was admitted at the same time. */
const RECHECK_DELAY = 1000;
/** Verbs that a resource must have in discovery so that quotas can count it. */
const NEEDED = ["create", "delete", "list", "watch"];

/**
 * Maintains the status of quotas: `hard` from the spec, and `used` from the counted usage. Admission increases `used`
 * when it lets an object in; this controller decreases it after an object was deleted, has finished, or needs less. It
 * works by namespace, only on those with quotas.
 *
 * @param usage the counted usage
 */
export function resourceQuotaController(
  parts: ControllerParts,
  usage: Pick<UsageIndex, "used" | "onFreed" | "blindness">,
): RunningController {
  const { client, vocabulary, timers } = parts;
  /** The last delivered version of each quota, and when it was delivered, by the timers' clock. */
  const seen = new Map<string, { readonly version: string | undefined; readonly at: number }>();

  /** When a quota last changed, as far as is known here: now, when its change was not delivered yet. */
  const changedAt = (quota: ApiObject): number => {
    const known = seen.get(keyOf(quota));
    return known?.version === quota.metadata.resourceVersion ? (known?.at ?? timers.now) : timers.now;
  };

  const countable = (): ((name: string) => boolean) => {
    const served = new Set(
      client
        .resources()
        .filter((row) => row.namespaced && NEEDED.every((verb) => row.verbs.includes(verb)))
        .map(({ group, resource }) => `${resource}.${group}`),
    );
    return (name) => {
      const user = resourceOfAmount(name, vocabulary);
      return user !== undefined && served.has(`${user.resource}.${user.group}`);
    };
  };

  /** Counts the usage. Amounts of resources that nothing counts stay unchanged, as long as the quota names them. */
  const count = async (quota: ApiObject, isCountable: (name: string) => boolean): Promise<Amounts> => {
    const { used } = quotaStatus(quota);
    const scopes = scopesOf(quota);
    const sums = new Map<string, Usage>();
    const counted = new Map<string, Quantity>();
    for (const name of Object.keys(enforceableHard(quota))) {
      await turnIfSpent();
      const user = resourceOfAmount(name, vocabulary);
      if (user === undefined || !isCountable(name)) {
        const before = used[name];
        if (before !== undefined) counted.set(name, parseQuantity(before));
        continue;
      }
      const key = `${user.resource}.${user.group}`;
      const sum = sums.get(key) ?? (await usage.used(user, quota.metadata.namespace ?? "", scopes));
      sums.set(key, sum);
      counted.set(name, sum.get(name) ?? ZERO);
    }
    return inTurns(writeAmounts(counted));
  };

  /** @returns milliseconds after which the quota must be checked again */
  const update = async (quota: ApiObject, isCountable: (name: string) => boolean): Promise<number> => {
    const status = quotaStatus(quota);
    const [hard, used] = [enforceableHard(quota), await count(quota, isCountable)];
    if ((await inTurns(sameAmounts(status.hard, hard))) && (await inTurns(sameAmounts(status.used, used))))
      return RESYNC;
    // The counted usage may lack objects that another server has just admitted and not stored yet.
    const wait = changedAt(quota) + usage.blindness - timers.now;
    if (wait > 0 && (await inTurns(isLess(used, status.used)))) return wait;
    const { namespace, name } = quota.metadata;
    try {
      await client.update({ ...QUOTAS, namespace, name, subresource: "status" }, { ...quota, status: { hard, used } });
      return RECHECK_DELAY;
    } catch (error) {
      if (isApiError(error, "NotFound")) return RESYNC;
      if (isApiError(error, "Conflict")) return SOON;
      throw error;
    }
  };

  const queue: WorkQueue = new WorkQueue({
    ...RETRIES,
    timers,
    onError: parts.onError,
    observer: parts.observer,
    gate: parts.gate,
    async work(namespace) {
      // Changes arrive in the middle of another client's write: defer the work until that write is done.
      await Promise.resolve();
      const { items } = await client.list({ ...QUOTAS, namespace });
      if (items.length === 0) return;
      const isCountable = countable();
      const again = await Promise.all(items.map((quota) => update(quota, isCountable)));
      queue.addAfter(namespace, minOf(again));
    },
  });

  /** Whether the status lacks an amount. Differing amounts do not count, because they change with every admission. */
  const isLacking = function* (quota: ApiObject): Steps<boolean> {
    const { hard, used } = quotaStatus(quota);
    if (!(yield* sameAmounts(enforceableHard(quota), hard))) return true;
    let isCountable: ((name: string) => boolean) | undefined;
    for (const name of Object.keys(hard)) {
      if (isTurnDue()) yield;
      if (used[name] !== undefined) continue;
      isCountable ??= countable();
      if (isCountable(name)) return true;
    }
    return false;
  };

  /** Checks that take longer than one tick. */
  const looks = new Set<Promise<void>>();
  const look = (quota: ApiObject, namespace: string): void => {
    const addIf = (lacking: boolean): void => {
      if (lacking) queue.add(namespace);
    };
    const lacking = inTurns(isLacking(quota));
    if (!(lacking instanceof Promise)) {
      addIf(lacking);
      return;
    }
    const looking = lacking
      .then(addIf)
      .catch((error: unknown) => parts.onError(error, QUOTAS.resource))
      .finally(() => looks.delete(looking));
    looks.add(looking);
  };

  const informer = startReflector({
    client,
    ref: QUOTAS,
    timers,
    onChange(quota, deleted) {
      const key = keyOf(quota);
      if (deleted) {
        seen.delete(key);
        return;
      }
      const isKnown = seen.has(key);
      seen.set(key, { version: quota.metadata.resourceVersion, at: timers.now });
      const namespace = quota.metadata.namespace ?? "";
      if (!isKnown) queue.add(namespace);
      else look(quota, namespace);
    },
    onError: (error) => parts.onError(error, QUOTAS.resource),
  });
  const end = usage.onFreed((namespace) => queue.add(namespace));

  return {
    async settled() {
      await informer.synced;
      await Promise.all(looks);
      await queue.idle();
    },
    async stop() {
      end();
      await informer.stop();
      await Promise.all(looks);
      await queue.stop();
    },
  };
}
