import type { Usage } from "../../../shared/advice/usage.ts";
import { parseApiVersion } from "../../../shared/object.ts";
import type { ResourceType } from "../../api/resourceType.ts";

/** The kind of the object with a usage, as the server serves it now; undefined if the server does not serve it. */
export function typeOfUsage(
  { apiVersion, kind, use, holder }: Usage,
  types: readonly ResourceType[],
): ResourceType | undefined {
  const names = holder === undefined ? [use ?? [], { apiVersion, kind }].flat() : [holder];
  for (const name of names) {
    const { group } = parseApiVersion(name.apiVersion);
    const found = types.find((type) => type.kind === name.kind && type.group === group);
    if (found !== undefined) return found;
  }
  return undefined;
}
