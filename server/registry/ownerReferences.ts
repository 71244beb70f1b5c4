import type { ApiObject, OwnerReference } from "../../shared/object.ts";

/**
 * Leaves out owner references that say the same twice, with a warning. Entries that share a uid only are kept.
 * @param when `sent`: as the client wrote them; `admitted`: after admission, which may have added some
 */
export function dropDuplicateOwners(object: ApiObject, warn: (text: string) => void, when: "sent" | "admitted"): void {
  const references = object.metadata.ownerReferences;
  if (!Array.isArray(references) || references.length < 2) return;
  const kept: OwnerReference[] = [];
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const reference of references) {
    const text = canonical(reference);
    if (seen.has(text)) twice.add(reference.uid);
    else kept.push(reference);
    seen.add(text);
  }
  if (twice.size === 0) return;
  object.metadata.ownerReferences = kept;
  const since = when === "sent" ? "" : " after mutating admission happens";
  warn(
    `.metadata.ownerReferences contains duplicate entries${since}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${[...twice].join(", ")}`,
  );
}

/** The same text for references that say the same, in whatever order. All their members are scalars. */
const canonical = (reference: OwnerReference): string =>
  JSON.stringify(Object.entries(reference).sort(([a], [b]) => (a < b ? -1 : 1)));
