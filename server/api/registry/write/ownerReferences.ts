import { repeatedInSteps } from "../../../../shared/collections/repeated.ts";
import { canonicalJson } from "../../../../shared/fieldset/pathElement.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";

/**
 * Drops exact duplicates of owner references, with a warning. Entries that only share a uid are kept.
 * @param when `sent`: as the client wrote them; `admitted`: after admission, which may have added some
 */
export function* dropDuplicateOwners(
  object: ApiObject,
  warn: (text: string) => void,
  when: "sent" | "admitted",
): Steps<void> {
  const references = object.metadata.ownerReferences;
  if (!Array.isArray(references) || references.length < 2) return;
  const again = yield* repeatedInSteps(references, canonicalJson);
  if (again.size === 0) return;
  const twice = new Set([...again].map((position) => references[position]?.uid));
  object.metadata.ownerReferences = references.filter((_, position) => !again.has(position));
  const since = when === "sent" ? "" : " after mutating admission happens";
  warn(
    `.metadata.ownerReferences contains duplicate entries${since}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${[...twice].join(", ")}`,
  );
}
