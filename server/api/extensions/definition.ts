/** Custom resource definitions, limited to the fields that this folder reads. */
import type { ApiObject } from "../../../shared/object.ts";
import { narrow } from "../registry/strategies/narrow.ts";
import type { ConversionWebhook } from "./conversion/conversionClient.ts";
import type { PrinterColumn } from "./custom/customColumns.ts";
import type { ScalePaths } from "./custom/customScale.ts";
import type { JsonSchema } from "./schema/jsonSchema.ts";

export interface DefinitionNames {
  readonly plural: string;
  readonly singular?: string;
  readonly kind: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

export interface DefinitionVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: JsonSchema };
  readonly subresources?: { readonly status?: object; readonly scale?: ScalePaths };
  readonly additionalPrinterColumns?: readonly PrinterColumn[];
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
}

export interface DefinitionCondition {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
  /** RFC 3339, whole seconds. */
  readonly lastTransitionTime?: string;
  readonly reason: string;
  readonly message: string;
}

export interface DefinitionStatus {
  readonly conditions?: readonly DefinitionCondition[] | null;
  readonly acceptedNames?: DefinitionNames;
  readonly storedVersions?: readonly string[] | null;
}

/** A definition that passed validation. */
export interface Definition {
  readonly metadata: ApiObject["metadata"];
  readonly spec: {
    readonly group: string;
    readonly scope: "Namespaced" | "Cluster";
    readonly names: DefinitionNames;
    readonly versions: readonly DefinitionVersion[];
    readonly conversion?: { readonly strategy?: string; readonly webhook?: ConversionWebhook };
  };
  readonly status?: DefinitionStatus;
}

export const asDefinition = (object: ApiObject): Definition => narrow<Definition>(object);

export function conditionOf(definition: Definition, type: string): DefinitionCondition | undefined {
  return definition.status?.conditions?.find((condition) => condition.type === type);
}

export const isTrue = (definition: Definition, type: string): boolean =>
  conditionOf(definition, type)?.status === "True";

/** The finalizer that keeps a definition until its objects are deleted. Template. */
export const CLEANUP_FINALIZER = "customresourcecleanup.apiextensions.{domain}";

/** The resource of definitions. Its group is a template. */
export const DEFINITIONS = { group: "apiextensions.{domain}", version: "v1", resource: "customresourcedefinitions" };
