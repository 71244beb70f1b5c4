import type { ClientConfigShape } from "../validation/webhookClient.ts";

/**
 * The static shape of `apiextensions.{domain}/v1` CustomResourceDefinition, limited to the fields that its rules use.
 */
export interface CustomResourceDefinition {
  readonly spec?: CustomResourceDefinitionSpec;
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[] | null;
    readonly storedVersions?: readonly string[] | null;
    readonly acceptedNames?: CustomResourceNames;
  };
}

/** The spec of a definition: the resource that it adds. */
export interface CustomResourceDefinitionSpec {
  readonly group?: string;
  readonly scope?: string;
  readonly names?: CustomResourceNames;
  readonly versions?: readonly CustomResourceVersion[];
  readonly preserveUnknownFields?: boolean;
  readonly conversion?: {
    readonly strategy?: string;
    readonly webhook?: {
      readonly clientConfig?: ClientConfigShape;
      readonly conversionReviewVersions?: readonly string[];
    };
  };
}

/** The names of the added resource. */
export interface CustomResourceNames {
  readonly plural?: string;
  readonly singular?: string;
  readonly kind?: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

/** One version of the added resource. */
export interface CustomResourceVersion {
  readonly name?: string;
  readonly served?: boolean;
  readonly storage?: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: unknown };
  readonly subresources?: unknown;
  readonly additionalPrinterColumns?: readonly unknown[];
  readonly selectableFields?: readonly unknown[];
}
