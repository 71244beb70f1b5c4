import type { VersionRow } from "../../../shared/advice/table/versionRow.ts";
import { rowOf } from "../../../shared/advice/table/versionTable.ts";
import type { Convert } from "../../../shared/apply/versions.ts";
import type { ApiObject, GroupResource } from "../../../shared/object.ts";
import { apiVersionOf } from "../../../shared/object.ts";
import type { StructNode } from "../../../shared/schema/typeNode.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { IsOn } from "../../model/schema/applyDefaults.ts";
import type { Schema } from "../../model/schema/schema.ts";
import type { CacheHub } from "../../store/cache/cacheHub.ts";
import type { ResourceCache } from "../../store/cache/resourceCache.ts";
import { objectKey } from "../../store/storage/keyLayout.ts";
import { convertBetween } from "./builtInVersions.ts";
import type { CustomRules } from "./customRules.ts";
import { ALL_VERBS, type ResourceDefinition, type SubresourceDefinition, type Verb } from "./definition.ts";
import type { Features } from "./features.ts";

/** A definition as one server serves it: vocabulary rendered, types resolved, cache attached. */
export interface Resource extends GroupResource {
  readonly definition: ResourceDefinition;
  readonly group: string;
  readonly version: string;
  /** `apps/v1`. */
  readonly apiVersion: string;
  /** The plural. */
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: ReadonlySet<Verb>;
  readonly subresources: ReadonlyMap<string, SubresourceDefinition>;
  /** Type of the objects at this version. */
  readonly node: StructNode;
  /** Which features are on, for defaults that depend on one. When undefined, each feature has its default. */
  readonly isOn?: IsOn | undefined;
  /** The objects in memory, at the storage version. */
  readonly cache: ResourceCache;
  /** apiVersion and kind of the stored objects. */
  readonly storageVersion: { readonly apiVersion: string; readonly kind: string };
  key(namespace: string, name: string): string;
  /**
   * Converts from the storage version to this one. Returns the argument itself when they are the same.
   * @throws Error when {@link prepare} was not called first
   */
  fromStorage(object: ApiObject): ApiObject;
  /** The same in steps, for conversions that take long or have to call a webhook. */
  readonly readInSteps?: (object: ApiObject) => Steps<ApiObject>;
  /** Converts to the storage version, at once or in steps. */
  toStorage(object: ApiObject): ApiObject | Steps<ApiObject>;
  /**
   * Asks the conversion webhook for many objects together; `fromStorage` then has the answers. Undefined when reading
   * needs no webhook.
   * @throws ApiError 500 when the webhook does not answer
   */
  readonly prepare?: (objects: readonly ApiObject[]) => Promise<void>;
  /** List items and embedded objects omit apiVersion and kind (built-in types only). */
  readonly bareItems: boolean;
  /**
   * All built-in versions of the stored object, served or not, including this one; only this one when there are no
   * others.
   */
  readonly versions?: readonly Resource[];
  /** Converts an object to another version, for field ownership; undefined when there is only one version. */
  readonly convert?: Convert | undefined;
  /** Sent as a warning with every response; undefined unless the version is deprecated. */
  readonly deprecationWarning?: string | undefined;
  /** First release without this version, if it is decided: `1.35`. */
  readonly removedIn?: string | undefined;
  /** How a custom resource differs; undefined for built-in resources. */
  readonly custom?: CustomRules;
}

/** Names an encoding of the resource's objects: under equal names, an object has equal bytes. */
export const encodingOf = ({ apiVersion, custom }: Resource): string =>
  custom === undefined ? apiVersion : `${apiVersion} ${custom.revision}`;

/**
 * `storage.{domain}/v1alpha1 Thing is deprecated in v1.32+, unavailable in v1.35+; use …`, without the parts that are
 * unknown.
 */
function deprecationText(row: VersionRow, apiVersion: string, kind: string, vocabulary: Vocabulary): string {
  const { deprecated, removed, use, unnamed } = row;
  const end = removed === undefined ? "" : `, unavailable in v${removed}+`;
  const instead =
    use === undefined || unnamed === true
      ? ""
      : `; use ${apiVersionOf({ group: vocabulary.render(use.group), version: use.version })} ${kind}`;
  return `${apiVersion} ${kind} is deprecated in v${deprecated}+${end}${instead}`;
}

/** What is needed to resolve resources. */
export interface ResourceParts {
  readonly vocabulary: Vocabulary;
  readonly schema: Schema;
  readonly hub: CacheHub;
  /** Whether a sub-resource is served. Default: those without a feature gate. */
  readonly gate?: (name: string) => boolean;
  /** Which features are on. Default: each feature's default. */
  readonly features?: Features | undefined;
}

/**
 * Resolves a definition for one server.
 * @param versions all versions of the stored object; the resource adds itself
 */
export function resolveResource(
  definition: ResourceDefinition,
  parts: ResourceParts,
  versions: Resource[] = [],
): Resource {
  const group = parts.vocabulary.render(definition.group);
  const { storedAs } = definition;
  const row = rowOf(definition.group, definition.version, definition.kind);
  const storage =
    storedAs === undefined
      ? { group, resource: definition.plural, version: definition.version }
      : { group: parts.vocabulary.render(storedAs.group), resource: storedAs.resource, version: storedAs.version };
  const cache = parts.hub.cache(storage);
  const apiVersion = apiVersionOf({ group, version: definition.version });
  const storageVersion = { apiVersion: apiVersionOf(storage), kind: definition.kind };
  const open = ({ gate }: SubresourceDefinition): boolean => gate === undefined || (parts.gate?.(gate) ?? false);
  let node: StructNode | undefined;
  let convert: Convert | undefined;
  const resource: Resource = {
    definition,
    group,
    version: definition.version,
    apiVersion,
    resource: definition.plural,
    kind: definition.kind,
    namespaced: definition.scope === "Namespaced",
    verbs: new Set(definition.verbs ?? ALL_VERBS),
    subresources: new Map((definition.subresources ?? []).filter(open).map((sub) => [sub.name, sub])),
    get node(): StructNode {
      node ??= parts.schema.definition(definition.definition);
      return node;
    },
    isOn: parts.features?.enabled,
    cache,
    storageVersion,
    key: (namespace, name) => objectKey(cache.prefix, namespace, name),
    fromStorage:
      storedAs === undefined
        ? (object) => object
        : (object) => ({ ...storedAs.fromStorage(object), kind: definition.kind, apiVersion }),
    toStorage:
      storedAs === undefined ? (object) => object : (object) => ({ ...storedAs.toStorage(object), ...storageVersion }),
    bareItems: true,
    versions,
    get convert(): Convert | undefined {
      if (versions.length > 1) convert ??= convertBetween(versions);
      return convert;
    },
    deprecationWarning: row && deprecationText(row, apiVersion, definition.kind, parts.vocabulary),
    removedIn: row?.removed,
  };
  versions.push(resource);
  return resource;
}
