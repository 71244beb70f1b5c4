/** Builds a served resource from one version of a custom resource definition. */

import { simplePath } from "../../../../shared/json/jsonPath.ts";
import { type ApiObject, apiVersionOf, type JsonObject } from "../../../../shared/object.ts";
import { ApiError } from "../../../../shared/status.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { Quirks } from "../../../ground/settings/quirks.ts";
import { describeMismatches } from "../../../model/apply/validateApplied.ts";
import { setCustomSchema } from "../../../model/schema/openapi/customSchema.ts";
import type { Schema } from "../../../model/schema/schema.ts";
import type { CacheHub } from "../../../store/cache/cacheHub.ts";
import { objectKey } from "../../../store/storage/keyLayout.ts";
import { ALL_VERBS, type ResourceDefinition, type SubresourceDefinition } from "../../registry/definition.ts";
import type { Resource } from "../../registry/resource.ts";
import { validateEmbedded, validateLists } from "../content/validateContent.ts";
import { validateInSteps } from "../content/validateValue.ts";
import { type ConversionClient, noConversionClient } from "../conversion/conversionClient.ts";
import { converterOf } from "../conversion/converterOf.ts";
import { type Definition, type DefinitionVersion, isTrue } from "../definition.ts";
import { afterwardsRules } from "../rules/afterwardsRules.ts";
import type { RuleTimes } from "../rules/ruleMetrics.ts";
import { compileSchema } from "../schema/structuralSchema.ts";
import { type CustomType, decodeCustom } from "./customCodec.ts";
import { customColumns, selectableFields } from "./customColumns.ts";
import { customScale, validateScale } from "./customScale.ts";
import { customStatusStrategy, customStrategy, type ValidateCustom } from "./customStrategy.ts";
import { customVersions } from "./customVersions.ts";
import { deprecationWarning } from "./deprecationWarning.ts";
import { storedReader } from "./storedReader.ts";

export interface CustomParts {
  readonly vocabulary: Vocabulary;
  readonly schema: Schema;
  readonly hub: CacheHub;
  /** Aborts when the definition is changed or removed. */
  readonly ended: AbortSignal;
  /** Whether unchanged stored values may stay, valid or not. Default true. */
  readonly ratchets?: boolean;
  /** The client for conversion webhooks. Default {@link noConversionClient}. */
  readonly conversions?: ConversionClient;
  /** Records how long validation rules take. Default: no times are recorded. */
  readonly ruleTimes?: RuleTimes | undefined;
  /** Default: as specified. */
  readonly quirks?: Quirks;
}

/** All served versions of a definition, in the order of its list. */
export function customResources(definition: Definition, parts: CustomParts): Resource[] {
  const types = new Map<string, CustomType>(
    definition.spec.versions.map((version) => [
      apiVersionOf({ group: definition.spec.group, version: version.name }),
      customType(definition, version, parts),
    ]),
  );
  return definition.spec.versions
    .filter((version) => version.served)
    .map((version) => customResource(definition, version, types, parts));
}

function customType({ spec }: Definition, version: DefinitionVersion, parts: CustomParts): CustomType {
  const objectMeta = parts.schema.definition("apimachinery.pkg.apis.meta.v1.ObjectMeta");
  const { group, names } = spec;
  const schema = version.schema?.openAPIV3Schema;
  const node = compileSchema(schema, {
    vocabulary: parts.vocabulary,
    objectMeta,
    gvk: [group, version.name, names.kind],
  });
  if (schema !== undefined) setCustomSchema(node, schema as JsonObject);
  return {
    group,
    kind: names.kind,
    apiVersion: apiVersionOf({ group, version: version.name }),
    objectMeta,
    vocabulary: parts.vocabulary,
    schema: schema ?? {},
    node,
  };
}

function customResource(
  definition: Definition,
  version: DefinitionVersion,
  types: ReadonlyMap<string, CustomType>,
  parts: CustomParts,
): Resource {
  const { spec, metadata } = definition;
  const { group, names } = spec;
  const apiVersion = apiVersionOf({ group, version: version.name });
  const type = types.get(apiVersion) ?? customType(definition, version, parts);
  const cache = parts.hub.cache({ group, resource: names.plural });
  const storage = spec.versions.find((each) => each.storage) ?? version;
  const storageVersion = apiVersionOf({ group, version: storage.name });
  const converter = converterOf(definition, parts.conversions ?? noConversionClient, parts.vocabulary);
  const versions = customVersions(types, converter);
  const served = resourceDefinition(definition, version, type, parts);
  if (converter.asks) cache.keepParsed();
  return {
    definition: served,
    group,
    version: version.name,
    apiVersion,
    resource: names.plural,
    kind: names.kind,
    namespaced: spec.scope === "Namespaced",
    verbs: new Set(served.verbs ?? ALL_VERBS),
    subresources: new Map((served.subresources ?? []).map((sub) => [sub.name, sub])),
    node: type.node,
    cache,
    storageVersion: { apiVersion: storageVersion, kind: names.kind },
    key: (namespace, name) => objectKey(cache.prefix, namespace, name),
    ...storedReader(type, versions),
    toStorage: (object) => versions.at(object, storageVersion),
    bareItems: false,
    custom: {
      revision: `${metadata.uid ?? ""}/${metadata.generation ?? 0}`,
      deprecationWarning: deprecationWarning(definition, version),
      terminating: metadata.deletionTimestamp !== undefined,
      ended: parts.ended,
      decode: (value) => decodeCustom(type, value),
      *convert(object, to) {
        const target = types.get(to);
        if (target === undefined) {
          if (parts.quirks?.follows("removedVersionsStayOwners") !== true) return undefined;
          throw new ApiError(500, "", `request to convert CR to an invalid group/version: ${to}`);
        }
        // The empty object before a creation has no apiVersion and is the same at every version.
        const from = (object as Partial<ApiObject>).apiVersion;
        if (from === undefined || from === to) return { object, node: target.node };
        // Unlike objects returned to clients, objects for comparing field ownership are not pruned.
        const converted = yield* versions.converted(object as ApiObject, to);
        const misfit = yield* describeMismatches(converted, target.node);
        if (misfit !== undefined) throw new ApiError(500, "", `failed to convert to ${to}: ${misfit}`);
        return { object: converted, node: target.node };
      },
    },
  };
}

function resourceDefinition(
  { spec, metadata }: Definition,
  version: DefinitionVersion,
  type: CustomType,
  parts: CustomParts,
): ResourceDefinition {
  const { names, group } = spec;
  const { status, scale } = version.subresources ?? {};
  const terminating = metadata.deletionTimestamp !== undefined;
  const validate = validator(type, version, parts);
  const strategy = customStrategy({ hasStatus: status !== undefined, validate });
  const subresources: SubresourceDefinition[] = [];
  if (status !== undefined) {
    const own = customStatusStrategy({ validate: statusValidator(type, version, parts) });
    subresources.push({ name: "status", verbs: ["get", "patch", "update"], strategy: own });
  }
  if (scale !== undefined) {
    const paths = spec.versions.flatMap((each) => {
      const path = simplePath(each.subresources?.scale?.specReplicasPath ?? "");
      return path === undefined ? [] : [[apiVersionOf({ group, version: each.name }), path] as const];
    });
    subresources.push(customScale(strategy, scale, Object.fromEntries(paths)));
  }
  return {
    group,
    version: version.name,
    kind: names.kind,
    plural: names.plural,
    singular: names.singular ?? "",
    scope: spec.scope,
    definition: "",
    ...(names.listKind === undefined ? {} : { listKind: names.listKind }),
    verbs: terminating ? DISCOVERY_VERBS.filter((verb) => verb !== "create") : DISCOVERY_VERBS,
    ...(names.shortNames === undefined ? {} : { shortNames: names.shortNames }),
    ...(names.categories === undefined ? {} : { categories: names.categories }),
    strategy,
    columns: customColumns(version.additionalPrinterColumns),
    selectableFields: selectableFields(version.selectableFields),
    subresources,
  };
}

/** The order of the verbs of custom resources in discovery. */
const DISCOVERY_VERBS = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"] as const;

function validator(
  { schema }: CustomType,
  { subresources }: DefinitionVersion,
  { vocabulary, ratchets = true, ruleTimes }: CustomParts,
): ValidateCustom {
  const withRules = afterwardsRules(schema, vocabulary, ruleTimes);
  return withRules(function* (object, old) {
    const scale = subresources?.scale;
    return [
      ...(yield* validateInSteps(schema, object, ratchets ? { vocabulary, old } : { vocabulary })),
      ...(scale === undefined ? [] : validateScale(scale, object)),
      ...(yield* validateEmbedded(schema, object, vocabulary)),
      ...(yield* validateLists(schema, object, vocabulary, old)),
    ];
  });
}

/** A status write is validated by the schema of the status alone; messages name paths below the status. */
function statusValidator(
  type: CustomType,
  version: DefinitionVersion,
  { vocabulary, ratchets = true, ruleTimes }: CustomParts,
): ValidateCustom {
  const schema = type.schema.properties?.["status"];
  const scale = version.subresources?.scale;
  const withRules = afterwardsRules(type.schema, vocabulary, ruleTimes);
  return withRules(function* (object, old) {
    const status = object["status"];
    const before = old?.["status"];
    return [
      ...(schema === undefined || status === undefined
        ? []
        : yield* validateInSteps(schema, status, { vocabulary, base: "status", ...(ratchets ? { old: before } : {}) })),
      ...(scale === undefined ? [] : validateScale(scale, object)),
      ...(yield* validateLists(type.schema, object, vocabulary, old)),
    ];
  });
}

/** Whether a definition's resources are served. */
export const isServed = (definition: Definition): boolean => isTrue(definition, "Established");
