import type { ApiPlace } from "./apiPlace.ts";

export const DEFINITIONS = "apiextensions.k8s.io/v1/customresourcedefinitions";

interface Definition {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string };
    readonly versions: readonly object[];
    readonly conversion?: object;
  };
}

/** A custom resource that is being served. */
export interface CustomResource {
  /** Name of the definition. */
  readonly name: string;
  /** References to the objects: in the first version, and in any version. */
  readonly resource: string;
  resources(version: string): string;
}

/** Creates a definition and waits until it is established. */
export async function customResource(whole: ApiPlace, body: Definition): Promise<CustomResource> {
  await whole.create(DEFINITIONS, body);
  const { name } = body.metadata;
  await whole.becomes(`${DEFINITIONS}/${name}`, { status: { conditions: [{ type: "Established", status: "True" }] } });
  const resources = (version: string): string => `${body.spec.group}/${version}/${body.spec.names.plural}`;
  const [first] = body.spec.versions as { name: string }[];
  return { name, resource: resources(first?.name ?? ""), resources };
}
