import { minOf } from "../../../../shared/collections/extremes.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { parseQuantity, type Quantity } from "../../../../shared/quantity.ts";
import { isApiError } from "../../../../shared/status.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { resourceOfAmount } from "../../../access/admission/quota/quotaNames.ts";
import { scopesOf } from "../../../access/admission/quota/quotaScopes.ts";
import {
  type Amounts,
  isLess,
  quotaStatus,
  sameAmounts,
  wantedHard,
  writeAmounts,
} from "../../../access/admission/quota/quotaStatus.ts";
import type { Usage } from "../../../access/admission/quota/quotaUsage.ts";
import type { UsageIndex } from "../../../access/admission/quota/usageIndex.ts";
import { WorkQueue } from "../../../ground/timing/workQueue.ts";
import { inTurns, turnIfSpent } from "../../../ground/turns/turns.ts";
import { keyOf } from "../../informers/objectKey.ts";
import { startReflector } from "../../informers/reflector.ts";
import type { ControllerParts, RunningController } from "../controller.ts";

const QUOTAS = { group: "", version: "v1", resource: "resourcequotas" };
const ZERO = parseQuantity("0");

/** After so many milliseconds everything is counted again, for objects that were admitted and then not stored. */
const RESYNC = 5 * 60_000;
/** Milliseconds until the next attempt when another client wrote the quota. */
const SOON = 20;
/** Milliseconds until the next look after a write, which may just have missed what was admitted at the same time. */
const SETTLED = 1000;
/** What quotas can count: as discovery tells it. */
const NEEDED = ["create", "delete", "list", "watch"];

/**
 * Keeps the status of quotas: `hard` as the spec wants it, `used` as it is counted. Admission adds to `used` what it lets in;
 * here it goes down again, once something was deleted, finished, or needs less. Works by namespace, on those with quotas only.
 *
 * @param usage what is used, counted already
 */
export function resourceQuotaController(
  parts: ControllerParts,
  usage: Pick<UsageIndex, "used" | "onFreed" | "blindness">,
): RunningController {
  const { client, vocabulary, timers } = parts;
  /** The version of each quota that was delivered last, and when, on the timers' clock. */
  const seen = new Map<string, { readonly version: string | undefined; readonly at: number }>();

  /** When a quota changed last, as far as is known here: now, when its change was not delivered yet. */
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

  /** Amounts that nothing counts stay as they were, as long as the quota names them. */
  const count = async (quota: ApiObject, isCountable: (name: string) => boolean): Promise<Amounts> => {
    const { used } = quotaStatus(quota);
    const scopes = scopesOf(quota);
    const sums = new Map<string, Usage>();
    const counted = new Map<string, Quantity>();
    for (const name of Object.keys(wantedHard(quota))) {
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

  /** @returns after how many milliseconds the quota has to be looked at again */
  const update = async (quota: ApiObject, isCountable: (name: string) => boolean): Promise<number> => {
    const status = quotaStatus(quota);
    const [hard, used] = [wantedHard(quota), await count(quota, isCountable)];
    if ((await inTurns(sameAmounts(status.hard, hard))) && (await inTurns(sameAmounts(status.used, used))))
      return RESYNC;
    // What is counted may lack what another server has just let in and not yet stored.
    const wait = changedAt(quota) + usage.blindness - timers.now;
    if (wait > 0 && (await inTurns(isLess(used, status.used)))) return wait;
    const { namespace, name } = quota.metadata;
    try {
      await client.update({ ...QUOTAS, namespace, name, subresource: "status" }, { ...quota, status: { hard, used } });
      return SETTLED;
    } catch (error) {
      if (isApiError(error, "NotFound")) return RESYNC;
      if (isApiError(error, "Conflict")) return SOON;
      throw error;
    }
  };

  const queue: WorkQueue = new WorkQueue({
    timers,
    onError: parts.onError,
    observer: parts.observer,
    gate: parts.gate,
    async work(namespace) {
      // Changes arrive in the middle of another client's write: the work on them begins when that write is done.
      await Promise.resolve();
      const { items } = await client.list({ ...QUOTAS, namespace });
      if (items.length === 0) return;
      const isCountable = countable();
      const again = await Promise.all(items.map((quota) => update(quota, isCountable)));
      queue.addAfter(namespace, minOf(again));
    },
  });

  /** Whether the status lacks something. Its amounts change with every admission, which is no reason to count. */
  const isLacking = function* (quota: ApiObject): Steps<boolean> {
    const { hard, used } = quotaStatus(quota);
    if (!(yield* sameAmounts(wantedHard(quota), hard))) return true;
    let isCountable: ((name: string) => boolean) | undefined;
    for (const name of Object.keys(hard)) {
      if (isTurnDue()) yield;
      if (used[name] !== undefined) continue;
      isCountable ??= countable();
      if (isCountable(name)) return true;
    }
    return false;
  };

  /** Looks that take more than a turn. */
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
