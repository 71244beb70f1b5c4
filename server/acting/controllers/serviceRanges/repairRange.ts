import type { ApiObject } from "../../../../shared/object.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { Bitmap } from "../../../api/registry/allocation/bitmap.ts";
import type { RepairedRange } from "../../../api/resources/core/services/allocators.ts";
import { inTurns } from "../../../ground/turns/turns.ts";

/** What is wrong with what a service holds, as the reference tells it in an Event. */
export interface Finding {
  readonly service: ApiObject;
  readonly reason: string;
  readonly note: string;
}

/** How a range speaks of itself in findings and in the log. */
export interface RangeWords {
  /** `the cluster IP`, `the node port`. */
  readonly thing: string;
  notAllocated(item: string): readonly [reason: string, note: string];
  alreadyAllocated(item: string): readonly [reason: string, note: string];
  outOfRange(item: string, range: string): readonly [reason: string, note: string];
}

/** The services of a store. */
export interface StoredServices {
  readonly known: readonly ApiObject[];
  /** False when there are others that cannot be read: it is unknown what these hold. */
  readonly complete: boolean;
}

export interface RepairParts {
  readonly repaired: RepairedRange;
  readonly words: RangeWords;
  /** All services as they are now, not older than the call. */
  services(): Promise<StoredServices>;
  /** What a service holds of the range. */
  holdings(service: ApiObject): readonly string[];
  report(finding: Finding): void;
  log(message: string): void;
}

/** How often a round begins anew because another server was faster. */
const ATTEMPTS = 20;

/**
 * In how many rounds something that no service holds is found before it is freed: the service may not be stored yet.
 */
const ROUNDS_BEFORE_FREEING = 3;

/** The most findings of a round that are reported one by one; all of them are repaired. */
const REPORTED = 100;

/**
 * Compares what is allocated of a range with what services hold, a round at a time. What services hold is allocated
 * afterwards; what is allocated and held by no service for some rounds is freed; the rest is reported.
 *
 * @returns does one round; rejects when the range cannot be read, or is another one. A round that other servers always
 *   interrupt is left to the next.
 */
export function createRepair(parts: RepairParts): () => Promise<void> {
  const { repaired, words, holdings, report, log } = parts;
  const { space, range } = repaired;
  /** By allocation that looks leaked: the rounds until it is freed. */
  let leaks: ReadonlyMap<number, number> = new Map();

  /** @param unused what is allocated; what services hold is removed from it */
  function* rebuild(
    services: readonly ApiObject[],
    unused: Bitmap,
  ): Steps<{ readonly rebuilt: Bitmap; readonly findings: readonly Finding[] }> {
    const rebuilt = new Bitmap(space.size);
    const findings: Finding[] = [];
    for (const service of services) {
      if (isTurnDue()) yield;
      const tell = ([reason, note]: readonly [string, string]): void => void findings.push({ service, reason, note });
      for (const item of holdings(service)) {
        const offset = space.offsetOf(item);
        if (offset === undefined) tell(words.outOfRange(item, space.description));
        else if (rebuilt.has(offset)) tell(words.alreadyAllocated(item));
        else {
          rebuilt.add(offset);
          if (unused.has(offset)) unused.delete(offset);
          else tell(words.notAllocated(item));
        }
      }
    }
    return { rebuilt, findings };
  }

  /**
   * Keeps what a service that is not stored yet may hold, or one that cannot be read.
   * @returns the remaining rounds by allocation, and the messages for the log
   */
  function* keepForNow(
    rebuilt: Bitmap,
    unused: Bitmap,
    complete: boolean,
  ): Steps<{ readonly left: ReadonlyMap<number, number>; readonly messages: readonly string[] }> {
    const leftOf = new Map<number, number>();
    const messages: string[] = [];
    for (const offset of unused) {
      if (isTurnDue()) yield;
      const left = leaks.get(offset) ?? ROUNDS_BEFORE_FREEING;
      const thing = `${words.thing} ${space.itemAt(offset)}`;
      if (!leaks.has(offset)) messages.push(`${thing} may have leaked: flagging for later clean up`);
      if (left > 0 || !complete) {
        leftOf.set(offset, complete ? left - 1 : left);
        rebuilt.add(offset);
      } else messages.push(`${thing} appears to have leaked: cleaning up`);
    }
    return { left: leftOf, messages };
  }

  const tell = (messages: readonly string[]): void => {
    for (const message of messages.slice(0, REPORTED)) log(message);
    if (messages.length > REPORTED) log(`${words.thing}: ${messages.length - REPORTED} more messages of the kind`);
  };

  /** @returns whether it could be done */
  const round = async (): Promise<boolean> => {
    // In this order: a service that takes something later changes the range, which voids the round.
    const before = await range.refresh();
    const { known, complete } = await parts.services();
    const unused = before.taken.copy();
    const { rebuilt, findings } = await inTurns(rebuild(known, unused));
    const { left, messages } = await inTurns(keepForNow(rebuilt, unused, complete));
    const isRight = before.revision > 0 && rebuilt.equals(before.taken);
    if (!isRight && !(await range.replace(rebuilt, before))) return false;
    leaks = left;
    for (const finding of findings.slice(0, REPORTED)) report(finding);
    tell(findings.map(({ note, service: { metadata } }) => `${note} (service ${metadata.namespace}/${metadata.name})`));
    tell(messages);
    return true;
  };

  return async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) if (await round()) return;
    log(`${space.description}: other servers always interrupted the repair`);
  };
}
