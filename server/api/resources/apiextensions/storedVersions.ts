import { errorsOfEach } from "../../../../shared/errorsOfEach.ts";
import { type FieldError, invalid } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { invalidText, textList } from "../../../ground/formats/wording/goText.ts";
import { decodedInSteps } from "../../registry/strategies/narrow.ts";
import type { CustomResourceDefinition } from "./customResourceDefinition.ts";

/**
 * Objects may be stored in every version that was ever the storage version, so none of these versions may be removed.
 */
export function* storedVersionErrors(object: ApiObject): Steps<FieldError[]> {
  const { spec, status } = yield* decodedInSteps<CustomResourceDefinition>(object);
  const stored = status?.storedVersions ?? undefined;
  const path = "status.storedVersions";
  if (stored === undefined || stored.length === 0) {
    return [invalidText(path, textList(stored), "must have at least one stored version")];
  }
  const known = new Set(stored);
  const names = new Set<string | undefined>();
  const ofStorage = yield* errorsOfEach(spec?.versions, "spec.versions", ({ name = "", storage }) => {
    names.add(name);
    if (storage !== true || known.has(name)) return [];
    return [invalidText(path, textList(stored), `must have the storage version ${name}`)];
  });
  const gone = yield* errorsOfEach(stored, path, (name, at) =>
    names.has(name) ? [] : [invalid(at, name, "must appear in spec.versions")],
  );
  return [...ofStorage, ...gone];
}
