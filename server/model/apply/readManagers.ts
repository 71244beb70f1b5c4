import { decodeInSteps, type Managers } from "../../../shared/apply/managedFields.ts";
import { equalInSteps } from "../../../shared/collections/deepEqual.ts";
import { isEmptyMap } from "../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { Steps } from "../../../shared/steps.ts";
import { AS_SPECIFIED, type Quirks } from "../../ground/settings/quirks.ts";

/** What decides who owned the fields of an object before a write. */
interface TrackedWrite {
  /** The stored object; undefined when the write creates it. */
  readonly live: ApiObject | undefined;
  /** The object that the write results in. */
  readonly next: ApiObject;
  readonly subresource?: string;
  readonly quirks?: Quirks;
}

/**
 * The managers before a write: those that its body names, or else those of the stored object.
 * @returns undefined for an untracked object; no managers for a new one
 */
export function* readManagers(write: TrackedWrite): Steps<Managers | undefined> {
  const { live, next, subresource = "", quirks = AS_SPECIFIED } = write;
  const given: unknown = next.metadata.managedFields;
  const stored = live?.metadata.managedFields;
  if (subresource === "" && given !== stored && !(yield* equalInSteps(given, stored))) {
    if (isReset(given, quirks)) {
      return live !== undefined && quirks.follows("resetOwnsNothing") ? undefined : new Map();
    }
    const managers = yield* tryDecode(given);
    if (managers !== undefined && managers.size > 0) return hasVersions(managers) ? asSent(managers) : undefined;
  }
  if (live === undefined) return new Map();
  const managers = yield* tryDecode(stored);
  return managers === undefined || managers.size === 0 ? undefined : managers;
}

/** Whether each manager names a version of the form `version` or `group/version`. */
const hasVersions = (managers: Managers): boolean =>
  [...managers.values()].every(({ apiVersion }) => apiVersion.split("/").length <= 2);

/** The managers without the entries that they were decoded from, because a client may write them in another form. */
const asSent = (managers: Managers): Managers =>
  new Map([...managers].map(([id, { entry: _, entrySet: __, ...managed }]) => [id, managed]));

/** Whether `entries` request the removal of all owners. */
function isReset(entries: unknown, quirks: Quirks): boolean {
  if (!Array.isArray(entries)) return false;
  if (entries.length === 0) return quirks.follows("emptyManagersReset");
  const only: unknown = entries[0];
  return entries.length === 1 && typeof only === "object" && only !== null && isEmptyMap(only);
}

function* tryDecode(entries: unknown): Steps<Managers | undefined> {
  try {
    return yield* decodeInSteps(entries);
  } catch {
    return undefined;
  }
}
