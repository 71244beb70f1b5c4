/** Definitions that tests post. */
import type { JsonSchema } from "../schema/jsonSchema.ts";

export const DEFINITIONS_PATH = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** A schema that keeps everything. */
export const FREE: JsonSchema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

export interface DefinitionOptions {
  readonly schema?: JsonSchema;
  readonly scope?: "Namespaced" | "Cluster";
  readonly version?: Readonly<Record<string, unknown>>;
  readonly versions?: readonly Readonly<Record<string, unknown>>[];
  readonly names?: Readonly<Record<string, unknown>>;
  readonly group?: string;
}

/** `widget` gives `widgets.test.example.com` with the kind `Widget`. */
export function definition(singular: string, options: DefinitionOptions = {}) {
  const { group = "test.example.com", schema = FREE, scope = "Namespaced" } = options;
  const kind = singular.charAt(0).toUpperCase() + singular.slice(1);
  const plural = `${singular}s`;
  const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema }, ...options.version };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { plural, singular, kind, ...options.names },
      versions: options.versions ?? [version],
    },
  };
}

export const object = (kind: string, name: string, content: Readonly<Record<string, unknown>> = {}) => ({
  apiVersion: "test.example.com/v1",
  kind,
  metadata: { name },
  ...content,
});
