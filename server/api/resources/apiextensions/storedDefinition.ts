import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce } from "../../../../shared/steps.ts";
import type { StoredText } from "../../registry/definition.ts";
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionSpec,
  CustomResourceVersion,
} from "./customResourceDefinition.ts";
import { type SharedMember, sharedMembers } from "./sharedMembers.ts";

type Column = Readonly<Record<string, unknown>>;

/**
 * The spec at `v1beta1`: members shared by all versions are next to `versions`, and the conversion webhook is not
 * nested.
 */
interface StoredSpec extends Omit<CustomResourceDefinitionSpec, "conversion"> {
  readonly version?: string;
  readonly validation?: CustomResourceVersion["schema"];
  readonly subresources?: unknown;
  readonly additionalPrinterColumns?: readonly Column[];
  readonly selectableFields?: readonly unknown[];
  readonly conversion?: {
    readonly strategy?: string;
    readonly webhookClientConfig?: unknown;
    readonly conversionReviewVersions?: readonly string[];
  };
}

const SHARED: readonly SharedMember[] = ["schema", "subresources", "additionalPrinterColumns", "selectableFields"];

/** Definitions are stored at `v1beta1`, as the reference still does. */
export const storedDefinition: StoredText = {
  version: "v1beta1",
  toText: (object) => withSpec(object, toStoredSpec((object as CustomResourceDefinition).spec ?? {})),
  fromText: (object) => withSpec(object, fromStoredSpec((object as { spec?: StoredSpec }).spec ?? {})),
};

const withSpec = (object: ApiObject, spec: object): ApiObject => ({ ...object, spec: defined(spec) }) as ApiObject;

/** Without members that are undefined. */
const defined = (members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

function toStoredSpec({ versions = [], conversion, ...spec }: CustomResourceDefinitionSpec): StoredSpec {
  const alike = atOnce(sharedMembers(versions));
  const shared = SHARED.filter((member) => alike.has(member));
  const first = (member: SharedMember): unknown => (shared.includes(member) ? versions[0]?.[member] : undefined);
  const own = (version: CustomResourceVersion): CustomResourceVersion => {
    const kept = Object.entries(version).filter(([name]) => !shared.includes(name as SharedMember));
    return withColumns(Object.fromEntries(kept), "jsonPath", "JSONPath");
  };
  const { group, names, scope, preserveUnknownFields = false } = spec;
  const { clientConfig, conversionReviewVersions } = conversion?.webhook ?? {};
  return {
    group,
    version: versions[0]?.name,
    names,
    scope,
    validation: first("schema"),
    subresources: first("subresources"),
    versions: versions.map(own),
    ...withColumns({ additionalPrinterColumns: first("additionalPrinterColumns") as Column[] }, "jsonPath", "JSONPath"),
    selectableFields: first("selectableFields"),
    conversion:
      conversion === undefined
        ? undefined
        : defined({ strategy: conversion.strategy, webhookClientConfig: clientConfig, conversionReviewVersions }),
    preserveUnknownFields,
  } as StoredSpec;
}

function fromStoredSpec(stored: StoredSpec): CustomResourceDefinitionSpec {
  const { version, validation, subresources, additionalPrinterColumns, selectableFields, conversion, ...spec } = stored;
  const listed = stored.versions ?? [{ name: version ?? "", served: true, storage: true }];
  const shared = defined({ schema: validation, subresources, additionalPrinterColumns, selectableFields });
  const { strategy, webhookClientConfig: clientConfig, conversionReviewVersions } = conversion ?? {};
  const webhook =
    clientConfig === undefined && conversionReviewVersions === undefined
      ? {}
      : { webhook: defined({ clientConfig, conversionReviewVersions }) };
  return {
    ...spec,
    versions: listed.map((each) => withColumns({ ...shared, ...each }, "JSONPath", "jsonPath")),
    ...(conversion === undefined
      ? {}
      : { conversion: { ...(strategy === undefined ? {} : { strategy }), ...webhook } }),
  };
}

/** Renames the path member of every column and moves it to the end. */
function withColumns<T extends { readonly additionalPrinterColumns?: readonly unknown[] }>(
  holder: T,
  from: string,
  to: string,
): T {
  const { additionalPrinterColumns: columns } = holder;
  if (columns === undefined) return holder;
  const renamed = (columns as readonly Column[]).map(({ [from]: path, ...column }) =>
    defined({ ...column, [to]: path }),
  );
  return { ...holder, additionalPrinterColumns: renamed };
}
