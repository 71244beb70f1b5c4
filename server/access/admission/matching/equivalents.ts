import type { ApiObject, GroupResource, GroupVersionKind } from "../../../../shared/object.ts";
import { internalError } from "../../../../shared/status.ts";
import { finished } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { Catalog } from "../../../api/registry/catalog.ts";
import type { Resource } from "../../../api/registry/resource.ts";
import { readStored } from "../../../api/registry/write/write.ts";
import type { InFlight } from "../../../ground/request/inFlight.ts";
import { inTurns } from "../../../ground/turns/turns.ts";

export type GroupVersionResource = GroupResource & { readonly version: string };

/** A resource under which a request may be presented to a webhook, with the kind of its objects. */
export interface Shape {
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly kind: GroupVersionKind;
}

/** Other versions (and groups) under which the same stored objects are served. */
export interface Equivalents {
  /** All shapes of a resource or sub-resource, including the given one, in the order of the catalogue. */
  shapesOf(resource: GroupVersionResource, subresource: string): readonly Shape[];
  /**
   * Converts an object to another shape, for a request; returns the argument itself when no conversion is needed.
   * @throws ApiError 500
   */
  convert(object: ApiObject, from: Shape, to: Shape, inFlight?: InFlight): Promise<ApiObject>;
}

const sameKind = (a: GroupVersionKind, b: GroupVersionKind): boolean =>
  a.group === b.group && a.version === b.version && a.kind === b.kind;

export function equivalentResources(
  catalog: Pick<Catalog, "all" | "find" | "generation">,
  vocabulary: Vocabulary,
): Equivalents {
  let generation = -1;
  let byStorage = new Map<string, Resource[]>();
  const siblings = (resource: Resource): readonly Resource[] => {
    if (generation !== catalog.generation) {
      byStorage = new Map();
      for (const each of catalog.all()) {
        const known = byStorage.get(each.cache.prefix);
        if (known === undefined) byStorage.set(each.cache.prefix, [each]);
        else known.push(each);
      }
      generation = catalog.generation;
    }
    return byStorage.get(resource.cache.prefix) ?? [];
  };
  const find = ({ resource }: Shape): Resource => {
    const found = catalog.find(resource.group, resource.version, resource.resource);
    if (found === undefined) throw internalError(`unable to convert to ${resource.group}/${resource.version}: unknown`);
    return found;
  };
  return {
    shapesOf(resource, subresource) {
      const found = catalog.find(resource.group, resource.version, resource.resource);
      if (found === undefined) return [];
      return siblings(found).flatMap((each) => {
        const sub = subresource === "" ? undefined : each.subresources.get(subresource);
        if (subresource !== "" && sub === undefined) return [];
        const { group, version, kind } = sub?.kind ?? each;
        return [
          {
            resource: { group: each.group, version: each.version, resource: each.resource },
            subresource,
            kind: { group: vocabulary.render(group), version, kind },
          },
        ];
      });
    },
    async convert(object, from, to, inFlight) {
      if (sameKind(from.kind, to.kind)) return object;
      // Copy, because conversions of stored objects are cached by identity, and this object may still change.
      const stored = await inTurns(finished(find(from).toStorage({ ...object })), inFlight);
      return readStored(find(to), { ...stored }, inFlight);
    },
  };
}
