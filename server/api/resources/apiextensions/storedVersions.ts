import { type FieldError, index, invalid } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { invalidText, textList } from "../../../ground/formats/goText.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import type { CustomResourceDefinition } from "./customResourceDefinition.ts";

/** Objects may be stored in any version that ever was the storage version, so that none of these may disappear. */
export function validateStoredVersions(object: ApiObject): FieldError[] {
  const { spec, status } = decoded<CustomResourceDefinition>(object);
  const stored = status?.storedVersions ?? undefined;
  const path = "status.storedVersions";
  if (stored === undefined || stored.length === 0) {
    return [invalidText(path, textList(stored), "must have at least one stored version")];
  }
  const versions = spec?.versions ?? [];
  const storage = versions.filter(({ name = "", storage: isStorage }) => isStorage === true && !stored.includes(name));
  const gone = [...stored.entries()].filter(([, name]) => !versions.some((version) => version.name === name));
  return [
    ...storage.map(({ name = "" }) => invalidText(path, textList(stored), `must have the storage version ${name}`)),
    ...gone.map(([i, name]) => invalid(index(path, i), name, "must appear in spec.versions")),
  ];
}
