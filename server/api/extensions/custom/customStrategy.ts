/** Write strategies of a custom resource: which of status, generation and metadata each endpoint may change. */

import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import type { FieldError } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { copyMember, raiseGeneration } from "../../registry/strategies/specStatus.ts";
import type { Strategy, WriteContext } from "../../registry/strategy.ts";

/** Field errors of an object by the schema of its version. Errors that do not refuse the write are sent as warnings. */
export type ValidateCustom = (
  object: ApiObject,
  old: ApiObject | undefined,
  context: Pick<WriteContext, "user" | "inFlight" | "warn">,
) => Steps<FieldError[]>;

/** What the strategies depend on. */
export interface CustomStrategyOptions {
  /** Whether the version has a status sub-resource; if so, the main endpoint does not change the status. */
  readonly hasStatus: boolean;
  readonly validate: ValidateCustom;
}

const withoutMetadata = ({ metadata: _, ...rest }: ApiObject): Record<string, unknown> => rest;

/** Strategy of the main endpoint: any change that it may make outside metadata raises the generation. */
export function customStrategy({ hasStatus, validate }: CustomStrategyOptions): Strategy {
  return {
    allowUnconditionalUpdate: false,
    anyFinalizer: true,
    tracksGeneration: true,
    ...(hasStatus ? { resetFields: [["status"]] } : {}),
    prepareForCreate(_context, object) {
      if (hasStatus) delete object["status"];
    },
    prepareForUpdate(_context, object, old) {
      if (hasStatus) copyMember(object, old, "status");
      if (!deepEqual(withoutMetadata(object), withoutMetadata(old))) raiseGeneration(object, old);
    },
    validating: (context, object, old) => validate(object, old, context),
  };
}

const STATUS_RESETS = [["spec"]] as const;

/** Strategy of the status endpoint: everything but status and field ownership stays as stored. */
export function customStatusStrategy({ validate }: Pick<CustomStrategyOptions, "validate">): Strategy {
  return {
    allowUnconditionalUpdate: false,
    resetFields: STATUS_RESETS,
    prepareForUpdate(_context, object, old) {
      for (const member of new Set([...Object.keys(object), ...Object.keys(old)])) {
        if (member !== "status" && member !== "metadata") copyMember(object, old, member);
      }
      const { managedFields, resourceVersion } = object.metadata;
      object.metadata = { ...old.metadata };
      restore(object, "managedFields", managedFields);
      restore(object, "resourceVersion", resourceVersion);
    },
    validating: (context, object, old) => validate(object, old, context),
  };
}

function restore<K extends "managedFields" | "resourceVersion">(
  object: ApiObject,
  member: K,
  value: ApiObject["metadata"][K],
): void {
  if (value === undefined) delete object.metadata[member];
  else object.metadata[member] = value;
}
