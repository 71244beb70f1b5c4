import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { CLEANUP_FINALIZER, type Definition } from "../../extensions/definition.ts";
import { withCondition } from "../../extensions/definitionNames.ts";
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

/** Starts the deletion: a finalizer keeps the definition until all its objects are deleted. */
function terminate(object: ApiObject, time: string, vocabulary: Vocabulary): ApiObject {
  const { metadata } = object;
  const { status } = narrow<Definition>(object);
  const finding = {
    type: "Terminating",
    status: "True",
    reason: "InstanceDeletionPending",
    message: "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
  } as const;
  const finalizer = vocabulary.render(CLEANUP_FINALIZER);
  const { finalizers = [] } = metadata;
  return {
    ...object,
    metadata: {
      ...metadata,
      deletionTimestamp: time,
      finalizers: finalizers.includes(finalizer) ? finalizers : [...finalizers, finalizer],
    },
    status: { ...status, conditions: withCondition(status?.conditions ?? [], finding, time) },
  };
}

const own: Strategy = {
  allowUnconditionalUpdate: false,
  anyFinalizer: true,
  nameRule: definitionNameRule,
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
