import type { LimitResponse, QueuingConfiguration } from "kubernetes-types/flowcontrol/v1";
import { child, type FieldError, forbidden, invalid, notSupported, required } from "../../../../shared/fieldError.ts";
import { MAX_HASH_BITS, requiredEntropyBits } from "./shuffleSharding.ts";

const TYPES = ["Queue", "Reject"];
const MAX_QUEUES = 10_000_000;
const NOT_POSITIVE = "must be positive";

/** Field errors of a level's limit response, which applies to requests above its limit. */
export function validateLimitResponse(response: Partial<LimitResponse> | undefined, path: string): FieldError[] {
  const { type = "", queuing } = response ?? {};
  const at = child(path, "queuing");
  if (type === "Reject") {
    if (queuing === undefined) return [];
    return [forbidden(at, "must be nil if limited.limitResponse.type is not Limited")];
  }
  if (type !== "Queue") return [notSupported(child(path, "type"), type, TYPES)];
  if (queuing === undefined) return [required(at, "must not be empty if limited.limitResponse.type is Limited")];
  return validateQueuing(queuing, at);
}

function validateQueuing(queuing: QueuingConfiguration, path: string): FieldError[] {
  const { queues = 0, handSize = 0, queueLengthLimit = 0 } = queuing;
  const errors: FieldError[] = [];
  if (queueLengthLimit <= 0) errors.push(invalid(child(path, "queueLengthLimit"), queueLengthLimit, NOT_POSITIVE));
  const queuesPath = child(path, "queues");
  if (queues <= 0) errors.push(invalid(queuesPath, queues, NOT_POSITIVE));
  else if (queues > MAX_QUEUES) errors.push(invalid(queuesPath, queues, `must not be greater than ${MAX_QUEUES}`));
  const handPath = child(path, "handSize");
  if (handSize <= 0) errors.push(invalid(handPath, handSize, NOT_POSITIVE));
  else if (handSize > queues) {
    errors.push(invalid(handPath, handSize, `should not be greater than queues (${queues})`));
  } else if (requiredEntropyBits(queues, handSize) > MAX_HASH_BITS) {
    const what = `required entropy bits of deckSize ${queues} and handSize ${handSize}`;
    errors.push(invalid(handPath, handSize, `${what} should not be greater than ${MAX_HASH_BITS}`));
  }
  return errors;
}
