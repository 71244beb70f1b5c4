import type { PodTemplateSpec } from "kubernetes-types/core/v1";
import type { FieldError } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { finished, type Steps } from "../../../../shared/steps.ts";
import { stepsFor } from "../../../ground/turns/turnFor.ts";
import type { MetadataErrors } from "../../registry/metadata/objectMeta.ts";
import type { Strategy, WriteContext } from "../../registry/strategy.ts";
import { hostnameWarnings, WORKLOAD_NAME_USE } from "../validation/hostnameWarnings.ts";
import { dropDisabledFields } from "../validation/pod/disabledFields.ts";
import { featuresInUse } from "../validation/pod/gatesInUse.ts";
import { podWarnings } from "../validation/pod/podWarnings.ts";

/** Options of kinds with a pod template. */
export interface TemplateOptions {
  templateOf(object: ApiObject): PodTemplateSpec | undefined;
  /** Path of the template. Default `spec.template`. */
  readonly path?: string;
  /** Whether pods are named after the object, so that an unsuitable name leads to a warning. Default true. */
  readonly namesPods?: boolean;
}

const specTemplate = (object: ApiObject): PodTemplateSpec | undefined =>
  (object["spec"] as { template?: PodTemplateSpec } | undefined)?.template;

/**
 * The rules that all kinds with a pod template share. They drop fields whose features are off. They warn about a
 * template, although valid, when it is new or the surrounding spec has changed.
 */
export function templateStrategy(own: Strategy, options: TemplateOptions = { templateOf: specTemplate }): Strategy {
  const { templateOf, path = "spec.template", namesPods = true } = options;
  function* preparation(context: WriteContext, object: ApiObject): Steps<void> {
    yield* finished(own.prepareForCreate?.(context, object));
    yield* dropDisabledFields(templateOf(object)?.spec, undefined, context.features);
  }
  function* updatePreparation(context: WriteContext, object: ApiObject, old: ApiObject): Steps<void> {
    yield* dropDisabledFields(templateOf(object)?.spec, templateOf(old)?.spec, context.features);
    yield* finished(own.prepareForUpdate?.(context, object, old));
  }
  function* validation(
    context: WriteContext,
    object: ApiObject,
    old?: ApiObject,
    looks?: MetadataErrors,
  ): Steps<FieldError[]> {
    const before = old === undefined ? undefined : templateOf(old);
    const features = yield* featuresInUse(context.features, templateOf(object), before, context.vocabulary);
    return (yield* finished(own.validating?.({ ...context, features }, object, old, looks))) ?? [];
  }
  const ofTemplate = (context: WriteContext, object: ApiObject): Steps<string[]> =>
    podWarnings(templateOf(object) ?? {}, path, context.vocabulary);
  function* warnings(context: WriteContext, object: ApiObject): Steps<string[]> {
    return [
      ...(namesPods ? hostnameWarnings(object.metadata.name, WORKLOAD_NAME_USE) : []),
      ...((yield* finished(own.warningsOnCreate?.(context, object))) ?? []),
      ...(yield* ofTemplate(context, object)),
    ];
  }
  function* updateWarnings(context: WriteContext, object: ApiObject, old: ApiObject): Steps<string[]> {
    return [
      ...((yield* finished(own.warningsOnUpdate?.(context, object, old))) ?? []),
      ...(object.metadata.generation === old.metadata.generation ? [] : yield* ofTemplate(context, object)),
    ];
  }
  return {
    ...own,
    validating: validation,
    prepareForCreate: (context, object) => stepsFor(object, preparation(context, object)),
    prepareForUpdate: (context, object, old) => stepsFor([object, old], updatePreparation(context, object, old)),
    warningsOnCreate: (context, object) => stepsFor(object, warnings(context, object)),
    warningsOnUpdate: (context, object, old) => stepsFor([object, old], updateWarnings(context, object, old)),
  };
}

/** Options of kinds whose names lead to no warnings about pods' names. */
export const UNNAMED_TEMPLATE: TemplateOptions = { templateOf: specTemplate, namesPods: false };
