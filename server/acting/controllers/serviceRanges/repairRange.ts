import type { ApiObject } from "../../../../shared/object.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { Bitmap } from "../../../api/registry/allocation/bitmap.ts";
import type { RepairedRange } from "../../../api/resources/core/services/allocators.ts";
import { inTurns } from "../../../ground/turns/turns.ts";

/** A problem with a service's allocations, as the reference reports it in an Event. */
export interface Finding {
  readonly service: ApiObject;
  readonly reason: string;
  readonly note: string;
}

/** The words for a range in findings and in the log. */
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
  /** False when some services cannot be read, so that their allocations are unknown. */
  readonly complete: boolean;
}

export interface RepairParts {
  readonly repaired: RepairedRange;
  readonly words: RangeWords;
  /** The current services, not older than the call. */
  services(): Promise<StoredServices>;
  /** What a service has allocated from the range. */
  holdings(service: ApiObject): readonly string[];
  report(finding: Finding): void;
  log(message: string): void;
}

/** Maximum number of attempts of a round when other servers are faster. */
const ATTEMPTS = 20;

/**
 * Number of rounds in which an unused allocation must be found before it is freed: its service may not be stored yet.
 */
const ROUNDS_BEFORE_FREEING = 3;

/** Maximum number of findings of a round that are reported individually; all of them are repaired. */
const REPORTED = 100;

/**
 * Compares the allocations of a range with what services use, one round at a time. Afterwards, everything that services
 * use is allocated. Allocations that no service uses for several rounds are freed, and the rest is reported.
 *
 * @returns a function that does one round; it rejects when the range cannot be read, or differs from the configured
 * one. A round that other servers keep interrupting is left to the next one.
 */
export function createRepair(parts: RepairParts): () => Promise<void> {
  const { repaired, words, holdings, report, log } = parts;
  const { space, range } = repaired;
  /** Rounds until an apparently leaked allocation is freed, by allocation. */
  let leaks: ReadonlyMap<number, number> = new Map();

  /** @param unused all allocations; those that services use are removed from it */
  function* rebuild(
    services: readonly ApiObject[],
    unused: Bitmap,
  ): Steps<{ readonly rebuilt: Bitmap; readonly findings: readonly Finding[] }> {
    const rebuilt = new Bitmap(space.size);
    const findings: Finding[] = [];
    for (const service of services) {
      if (isTurnDue()) yield;
      const addFinding = ([reason, note]: readonly [string, string]): void =>
        void findings.push({ service, reason, note });
      for (const item of holdings(service)) {
        const offset = space.offsetOf(item);
        if (offset === undefined) addFinding(words.outOfRange(item, space.description));
        else if (rebuilt.has(offset)) addFinding(words.alreadyAllocated(item));
        else {
          rebuilt.add(offset);
          if (unused.has(offset)) unused.delete(offset);
          else addFinding(words.notAllocated(item));
        }
      }
    }
    return { rebuilt, findings };
  }

  /**
   * Keeps allocations that may belong to a service that is not stored yet, or cannot be read.
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

  const addFinding = (messages: readonly string[]): void => {
    for (const message of messages.slice(0, REPORTED)) log(message);
    if (messages.length > REPORTED) log(`${words.thing}: ${messages.length - REPORTED} more messages of the kind`);
  };

  /** @returns whether the round succeeded */
  const round = async (): Promise<boolean> => {
    // The order matters: a service that allocates something later changes the range, which invalidates this round.
    const before = await range.refresh();
    const { known, complete } = await parts.services();
    const unused = before.taken.copy();
    const { rebuilt, findings } = await inTurns(rebuild(known, unused));
    const { left, messages } = await inTurns(keepForNow(rebuilt, unused, complete));
    const isRight = before.revision > 0 && rebuilt.equals(before.taken);
    if (!isRight && !(await range.replace(rebuilt, before))) return false;
    leaks = left;
    for (const finding of findings.slice(0, REPORTED)) report(finding);
    addFinding(
      findings.map(({ note, service: { metadata } }) => `${note} (service ${metadata.namespace}/${metadata.name})`),
    );
    addFinding(messages);
    return true;
  };

  return async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) if (await round()) return;
    log(`${space.description}: other servers always interrupted the repair`);
  };
}
