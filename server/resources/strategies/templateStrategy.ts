import type { PodTemplateSpec } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../shared/object.ts";
import type { Strategy, WriteContext } from "../../registry/strategy.ts";
import { hostnameWarnings, WORKLOAD_NAME_USE } from "../validation/hostnameWarnings.ts";
import { dropDisabledTemplateFields } from "../validation/pod/disabledFields.ts";
import { podWarnings } from "../validation/pod/podWarnings.ts";

/** Where a kind has its template, and what it does not warn about. */
export interface TemplateOptions {
  templateOf(object: ApiObject): PodTemplateSpec | undefined;
  /** Path of the template. Default `spec.template`. */
  readonly path?: string;
  /** Whether the object's name becomes part of pods' names and may be unfit for that. Default true. */
  readonly namesPods?: boolean;
}

const specTemplate = (object: ApiObject): PodTemplateSpec | undefined =>
  (object["spec"] as { template?: PodTemplateSpec } | undefined)?.template;

/**
 * What all kinds with a pod template have in common: fields of features that are off are dropped, and a template that is
 * valid may still be worth a warning, when it is new or the spec around it has changed.
 */
export function templateStrategy(own: Strategy, options: TemplateOptions = { templateOf: specTemplate }): Strategy {
  const { templateOf, path = "spec.template", namesPods = true } = options;
  const warnings = (context: WriteContext, object: ApiObject): string[] =>
    podWarnings(templateOf(object) ?? {}, path, context.vocabulary);
  return {
    ...own,
    prepareForCreate(context, object) {
      own.prepareForCreate?.(context, object);
      dropDisabledTemplateFields(templateOf(object), undefined, context.features);
    },
    prepareForUpdate(context, object, old) {
      dropDisabledTemplateFields(templateOf(object), templateOf(old), context.features);
      own.prepareForUpdate?.(context, object, old);
    },
    warningsOnCreate: (context, object) => [
      ...(namesPods ? hostnameWarnings(object.metadata.name, WORKLOAD_NAME_USE) : []),
      ...(own.warningsOnCreate?.(context, object) ?? []),
      ...warnings(context, object),
    ],
    warningsOnUpdate: (context, object, old) => [
      ...(own.warningsOnUpdate?.(context, object, old) ?? []),
      ...(object.metadata.generation === old.metadata.generation ? [] : warnings(context, object)),
    ],
  };
}

/** Options of kinds whose names never trouble their pods'. */
export const UNNAMED_TEMPLATE: TemplateOptions = { templateOf: specTemplate, namesPods: false };
