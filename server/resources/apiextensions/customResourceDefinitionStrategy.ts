import type { ApiObject } from "../../../shared/object.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { narrow } from "../strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../strategies/specStatus.ts";
import type { CustomResourceDefinition } from "./customResourceDefinition.ts";
import {
  validateCustomResourceDefinition,
  validateDefinitionChange,
  validateStoredVersions,
} from "./customResourceDefinitionValidation.ts";

/** Writes down the storage version: objects exist in it from now on. */
function recordStorageVersion(object: ApiObject): void {
  const { spec, status } = narrow<CustomResourceDefinition>(object);
  const storage = spec?.versions?.find((version) => version.storage === true)?.name;
  const stored = status?.storedVersions ?? [];
  if (storage === undefined || stored.includes(storage)) return;
  object["status"] = { ...status, storedVersions: [...stored, storage] };
}

const own: Strategy = {
  allowUnconditionalUpdate: false,
  prepareForCreate: (_context, object) => recordStorageVersion(object),
  prepareForUpdate: (_context, object) => recordStorageVersion(object),
  validate: (context, object) => validateCustomResourceDefinition(context.vocabulary, object),
  validateUpdate: (context, object, old) => [
    ...validateCustomResourceDefinition(context.vocabulary, object),
    ...validateDefinitionChange(object, old),
  ],
};

export const customResourceDefinitionStrategy = specStatusStrategy(own, {
  emptyStatus: { conditions: null, acceptedNames: { plural: "", kind: "" }, storedVersions: null },
});

export const customResourceDefinitionStatusStrategy = statusStrategy(customResourceDefinitionStrategy, {
  metadata: "reset",
  validate: (_context, object) => validateStoredVersions(object),
});
