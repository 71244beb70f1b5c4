import type { ApiObject, GroupResource } from "../../shared/object.ts";
import { apiVersionOf } from "../../shared/object.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import type { CacheHub } from "../cache/cacheHub.ts";
import { keyPrefix, objectKey } from "../cache/cacheHub.ts";
import type { ResourceCache } from "../cache/resourceCache.ts";
import { ALL_VERBS, type ResourceDefinition, type SubresourceDefinition, type Verb } from "../resources/definition.ts";
import type { Schema } from "../schema/schema.ts";
import type { StructNode } from "../schema/typeNode.ts";
import type { CustomRules } from "./customRules.ts";

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
  /** The objects in memory, at the storage version. */
  readonly cache: ResourceCache;
  /** apiVersion and kind of the stored objects. */
  readonly storageVersion: { readonly apiVersion: string; readonly kind: string };
  key(namespace: string, name: string): string;
  /** From the storage version to this one. Returns the argument itself when they are the same. */
  fromStorage(object: ApiObject): ApiObject;
  toStorage(object: ApiObject): ApiObject;
  /** List items and embedded objects carry no apiVersion and kind of their own (built-in types only). */
  readonly bareItems: boolean;
  /** What a custom resource does differently; undefined for built-in ones. */
  readonly custom?: CustomRules;
}

/** Names one encoding of the resource's objects: equal names, equal bytes. */
export const encodingOf = ({ apiVersion, custom }: Resource): string =>
  custom === undefined ? apiVersion : `${apiVersion} ${custom.revision}`;

/** Resolves a definition for one server. */
export function resolveResource(
  definition: ResourceDefinition,
  parts: { readonly vocabulary: Vocabulary; readonly schema: Schema; readonly hub: CacheHub },
): Resource {
  const group = parts.vocabulary.render(definition.group);
  const { storedAs } = definition;
  const storage =
    storedAs === undefined
      ? { group, resource: definition.plural, version: definition.version }
      : { group: parts.vocabulary.render(storedAs.group), resource: storedAs.resource, version: storedAs.version };
  const prefix = keyPrefix(storage);
  const apiVersion = apiVersionOf({ group, version: definition.version });
  const storageVersion = { apiVersion: apiVersionOf(storage), kind: definition.kind };
  let node: StructNode | undefined;
  return {
    definition,
    group,
    version: definition.version,
    apiVersion,
    resource: definition.plural,
    kind: definition.kind,
    namespaced: definition.scope === "Namespaced",
    verbs: new Set(definition.verbs ?? ALL_VERBS),
    subresources: new Map((definition.subresources ?? []).map((sub) => [sub.name, sub])),
    get node(): StructNode {
      node ??= parts.schema.definition(definition.definition);
      return node;
    },
    cache: parts.hub.cache(storage),
    storageVersion,
    key: (namespace, name) => objectKey(prefix, namespace, name),
    fromStorage:
      storedAs === undefined
        ? (object) => object
        : (object) => ({ ...storedAs.fromStorage(object), kind: definition.kind, apiVersion }),
    toStorage:
      storedAs === undefined ? (object) => object : (object) => ({ ...storedAs.toStorage(object), ...storageVersion }),
    bareItems: true,
  };
}
