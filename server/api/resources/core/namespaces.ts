import { errorsOfEach } from "../../../../shared/errorsOfEach.ts";
import type { FieldError } from "../../../../shared/fieldError.ts";
import { invalid } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { ageColumn, nameColumn, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import type { DeleteOptions } from "../../registry/deletion/deleteOptions.ts";
import { validateFinalizerName } from "../../registry/metadata/finalizerName.ts";
import { copyMember, statusStrategy } from "../../registry/strategies/specStatus.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { fieldText } from "./selectable.ts";
import { asNamespace } from "./views.ts";

const FINALIZERS = "spec.finalizers";

const finalizerErrors = (object: ApiObject, vocabulary: Vocabulary): Steps<FieldError[]> =>
  errorsOfEach(asNamespace(object).spec?.finalizers, FINALIZERS, (finalizer, path) =>
    validateFinalizerName(finalizer, path, vocabulary),
  );

/** On creation, errors name the list instead of the item. */
const newFinalizerErrors = (object: ApiObject, vocabulary: Vocabulary): Steps<FieldError[]> =>
  errorsOfEach(asNamespace(object).spec?.finalizers, FINALIZERS, (finalizer) =>
    validateFinalizerName(finalizer, FINALIZERS, vocabulary),
  );

const none = (): Steps<FieldError[]> => errorsOfEach([], "", () => []);

/**
 * A terminating namespace is held by its `spec.finalizers`, which the controller that empties the namespace removes
 * through the `finalize` sub-resource.
 */
const isHeldBySpecFinalizers = (object: ApiObject): boolean => (asNamespace(object).spec?.finalizers ?? []).length > 0;

/**
 * The terminating state that the first deletion gives to a namespace, without a grace period.
 * @param time RFC 3339, whole seconds
 */
function terminateNamespace(
  object: ApiObject,
  time: string,
  _vocabulary: Vocabulary,
  options: DeleteOptions,
): ApiObject {
  const status = (object["status"] as object | undefined) ?? {};
  const { finalizers: before = [], ...metadata } = object.metadata;
  const finalizers = finalizersFor(before, options);
  return {
    ...object,
    metadata: {
      ...metadata,
      deletionTimestamp: metadata.deletionTimestamp ?? time,
      ...(finalizers.length === 0 ? {} : { finalizers }),
    },
    status: { ...status, phase: "Terminating" },
  };
}

/** Unlike for other kinds, `orphanDependents: false` means foreground deletion. */
function finalizersFor(before: readonly string[], { orphanDependents, propagationPolicy }: DeleteOptions): string[] {
  const policy =
    orphanDependents === undefined ? propagationPolicy : orphanDependents ? "Orphan" : ("Foreground" as const);
  if (policy === undefined) return [...before];
  const wanted = { Orphan: ["orphan"], Foreground: ["foregroundDeletion"], Background: [] }[policy];
  return [...before.filter((item) => item !== "orphan" && item !== "foregroundDeletion"), ...wanted];
}

const strategy: Strategy = {
  metadataOnUpdate: ["whole", "change"],
  nameFormat: "label",
  returnsDeletedObject: true,
  isHeld: isHeldBySpecFinalizers,
  terminate: terminateNamespace,
  prepareForCreate(context, object) {
    // When defaults were applied, a generated name did not exist yet.
    const labels = { ...object.metadata.labels };
    labels[context.vocabulary.render("{labelDomain}/metadata.name")] = object.metadata.name ?? "";
    object.metadata.labels = labels;
    const finalizers = asNamespace(object).spec?.finalizers ?? [];
    const { word } = context.vocabulary;
    object["spec"] = { finalizers: finalizers.includes(word) ? finalizers : [...finalizers, word] };
    object["status"] = { phase: "Active" };
  },
  prepareForUpdate(_context, object, old) {
    copyMember(object, old, "spec");
    copyMember(object, old, "status");
  },
  validating: ({ vocabulary }, object, old) => (old === undefined ? newFinalizerErrors(object, vocabulary) : none()),
  resetFields: [["status"]],
};

const finalizeStrategy: Strategy = {
  ...strategy,
  metadataOnUpdate: ["change"],
  prepareForUpdate: (_context, object, old) => copyMember(object, old, "status"),
  validating: ({ vocabulary }, object) => finalizerErrors(object, vocabulary),
};

function validatePhase(object: ApiObject): FieldError[] {
  const phase = asNamespace(object).status?.phase ?? "";
  const deleted = object.metadata.deletionTimestamp !== undefined;
  if (!deleted && phase !== "Active") {
    return [invalid("status.Phase", phase, "may only be 'Active' if `deletionTimestamp` is empty")];
  }
  return deleted && phase !== "Terminating"
    ? [invalid("status.Phase", phase, "may only be 'Terminating' if `deletionTimestamp` is not empty")]
    : [];
}

/** Scopes for names. */
export const namespaces = defineResource({
  group: "",
  version: "v1",
  kind: "Namespace",
  plural: "namespaces",
  singular: "namespace",
  scope: "Cluster",
  definition: "api.core.v1.Namespace",
  verbs: ["create", "delete", "get", "list", "patch", "update", "watch"],
  shortNames: ["ns"],
  strategy,
  columns: [
    nameColumn,
    textColumn("Status", "The status of the namespace", (object) => asNamespace(object).status?.phase ?? ""),
    ageColumn,
  ],
  selectableFields: { "status.phase": fieldText("status", "phase") },
  subresources: [
    { name: "finalize", verbs: ["update"], strategy: finalizeStrategy },
    {
      name: "status",
      verbs: ["get", "patch", "update"],
      // A status update must not release a terminating namespace either.
      strategy: {
        ...statusStrategy(strategy, { validate: (_context, object) => validatePhase(object) }),
        isHeld: isHeldBySpecFinalizers,
      },
    },
  ],
});
