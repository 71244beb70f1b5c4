import type { Catalog } from "../../../api/registry/catalog.ts";
import type { ServedKinds } from "./typeChecking.ts";

/**
 * Finds kinds as the reference's REST mapper does: by plural or singular names in any case, and, without a group, in
 * all groups that have the version.
 */
export function servedKinds(catalog: Pick<Catalog, "all" | "ofKind">): ServedKinds {
  return {
    kindsOf({ group, version, resource: written }) {
      const name = written.toLowerCase();
      return [...catalog.all()].filter(
        ({ group: own, version: served, resource, definition }) =>
          served === version && (group === "" || own === group) && (resource === name || definition.singular === name),
      );
    },
    typeOf: (kind) => catalog.ofKind(kind)?.node,
  };
}
