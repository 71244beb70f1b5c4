import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../../registry/strategies/specStatus.ts";
import type { Strategy } from "../../registry/strategy.ts";
import type { CustomResourceDefinition } from "./customResourceDefinition.ts";
import {
  definitionNameRule,
  definitionStatusErrors,
  validateCustomResourceDefinition,
  validateDefinitionUpdate,
} from "./customResourceDefinitionValidation.ts";

/** Records the storage version, because objects may be stored in it from now on. */
function recordStorageVersion(object: ApiObject): void {
  const { spec, status } = narrow<CustomResourceDefinition>(object);
  const storage = spec?.versions?.find((version) => version.storage === true)?.name;
  const stored = status?.storedVersions ?? [];
  if (storage === undefined || stored.includes(storage)) return;
  object["status"] = { ...status, storedVersions: [...stored, storage] };
}

/** Prefix of the finalizer that keeps a definition until all its objects are deleted. */
const CLEANUP = "customresourcecleanup.apiextensions.";
const hasCleanup = (finalizers: readonly string[] | undefined): boolean =>
  finalizers?.some((finalizer) => finalizer.startsWith(CLEANUP)) === true;

/** Starts the deletion: the definition stays until its objects are deleted. */
function terminate(object: ApiObject, time: string, vocabulary: Vocabulary): ApiObject {
  const { metadata } = object;
  const { status } = narrow<CustomResourceDefinition>(object);
  const condition = {
    type: "Terminating",
    status: "True",
    lastTransitionTime: time,
    reason: "InstanceDeletionPending",
    message: "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
  };
  const finalizers = [...(metadata.finalizers ?? []), vocabulary.render(`${CLEANUP}{domain}`)];
  return {
    ...object,
    metadata: { ...metadata, deletionTimestamp: time, finalizers },
    status: { ...status, conditions: [...(status?.conditions ?? []), condition] },
  };
}

const own: Strategy = {
  allowUnconditionalUpdate: false,
  anyFinalizer: true,
  nameRule: definitionNameRule,
  isHeld: ({ metadata }) => metadata.deletionTimestamp === undefined || hasCleanup(metadata.finalizers),
  terminate,
  prepareForCreate: (_context, object) => recordStorageVersion(object),
  prepareForUpdate: (_context, object) => recordStorageVersion(object),
  validating: ({ vocabulary }, object, old) =>
    old === undefined
      ? validateCustomResourceDefinition(vocabulary, object)
      : validateDefinitionUpdate(vocabulary, object, old),
};

/** Rules of custom resource definitions. */
export const customResourceDefinitionStrategy = specStatusStrategy(own, {
  emptyStatus: { conditions: null, acceptedNames: { plural: "", kind: "" }, storedVersions: null },
});

/** Rules of the status of custom resource definitions. Status writes may change metadata but own none of its fields. */
export const customResourceDefinitionStatusStrategy = statusStrategy(customResourceDefinitionStrategy, {
  resetFields: [["spec"], ["metadata"]],
  validating: (_context, object) => definitionStatusErrors(object),
});
