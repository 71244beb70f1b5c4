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

/** A definition as one server serves it: words rendered, types resolved, cache attached. */
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
  /** Which features are on, for defaults that belong to one; undefined: those that are by default. */
  readonly isOn?: IsOn | undefined;
  /** The objects in memory, at the storage version. */
  readonly cache: ResourceCache;
  /** apiVersion and kind of the stored objects. */
  readonly storageVersion: { readonly apiVersion: string; readonly kind: string };
  key(namespace: string, name: string): string;
  /**
   * From the version it is stored at to this one. Returns the argument itself when they are the same.
   * @throws Error where {@link prepare} was not asked first
   */
  fromStorage(object: ApiObject): ApiObject;
  /** The same in steps, where it takes long or a webhook has to be asked. */
  readonly readInSteps?: (object: ApiObject) => Steps<ApiObject>;
  /** To the storage version, at once or in steps. */
  toStorage(object: ApiObject): ApiObject | Steps<ApiObject>;
  /**
   * Where reading takes an answer of a conversion webhook: asks for many objects together, after which `fromStorage`
   * has them. Undefined where no webhook has to be asked.
   * @throws ApiError 500 when there is no answer
   */
  readonly prepare?: (objects: readonly ApiObject[]) => Promise<void>;
  /** List items and embedded objects carry no apiVersion and kind of their own (built-in types only). */
  readonly bareItems: boolean;
  /** All built-in versions of the stored object, served or not, this one included; one alone has no others. */
  readonly versions?: readonly Resource[];
  /** An object at another version, for ownership; undefined where there is one version only. */
  readonly convert?: Convert | undefined;
  /** Answered as a warning with every request; undefined unless the version is deprecated. */
  readonly deprecationWarning?: string | undefined;
  /** First release without it, where that is decided: `1.35`. */
  readonly removedIn?: string | undefined;
  /** What a custom resource does differently; undefined for built-in ones. */
  readonly custom?: CustomRules;
}

/** Names one encoding of the resource's objects: equal names, equal bytes. */
export const encodingOf = ({ apiVersion, custom }: Resource): string =>
  custom === undefined ? apiVersion : `${apiVersion} ${custom.revision}`;

/** `storage.{domain}/v1alpha1 Thing is deprecated in v1.32+, unavailable in v1.35+; use …`, as far as it is known. */
function deprecationText(row: VersionRow, apiVersion: string, kind: string, vocabulary: Vocabulary): string {
  const { deprecated, removed, use, unnamed } = row;
  const end = removed === undefined ? "" : `, unavailable in v${removed}+`;
  const instead =
    use === undefined || unnamed === true
      ? ""
      : `; use ${apiVersionOf({ group: vocabulary.render(use.group), version: use.version })} ${kind}`;
  return `${apiVersion} ${kind} is deprecated in v${deprecated}+${end}${instead}`;
}

/** What resources are resolved with. */
export interface ResourceParts {
  readonly vocabulary: Vocabulary;
  readonly schema: Schema;
  readonly hub: CacheHub;
  /** Which sub-resources are served. Default all without a gate. */
  readonly gate?: (name: string) => boolean;
  /** Which features are on. Default: those that are by default. */
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
