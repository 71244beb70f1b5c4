import { useQuery } from "@tanstack/react-query";
import type { ApiObject } from "../../../shared/object.ts";
import { resourcePath } from "../../../shared/resourcePath.ts";
import { request } from "../../api/requests/request.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { typeOfReference } from "./dependents.ts";
import type { Ancestor } from "./relatedTree.ts";

/** Maximum length of the chain; longer ones are circular or unrealistic. */
const MOST = 8;

/** The chain of owners, nearest first; if there are several owners, the controller is followed. */
export function useAncestors(object: ApiObject) {
  const { cluster, types } = useClusterScope();
  return useQuery({
    queryKey: ["ancestors", cluster.id, object.metadata.uid, types.length],
    queryFn: async ({ signal }): Promise<Ancestor[]> => {
      const chain: Ancestor[] = [];
      let references = object.metadata.ownerReferences ?? [];
      while (references.length > 0 && chain.length < MOST) {
        const reference = references.find((each) => each.controller) ?? references[0];
        if (reference === undefined) break;
        const type = typeOfReference(types, reference);
        const namespace = type?.namespaced ? (object.metadata.namespace ?? "") : "";
        const ancestor: Ancestor = { kind: reference.kind, name: reference.name, namespace, type, missing: false };
        chain.push(ancestor);
        if (type === undefined) break;
        try {
          const path = resourcePath({ ...type, namespace, name: reference.name });
          const { body } = await request<ApiObject>(cluster.id, { path, signal });
          ancestor.missing = body.metadata.uid !== reference.uid;
          references = ancestor.missing ? [] : (body.metadata.ownerReferences ?? []);
        } catch {
          // If an owner is refused or deleted, the chain ends there.
          ancestor.missing = true;
          break;
        }
      }
      return chain;
    },
    enabled: (object.metadata.ownerReferences ?? []).length > 0,
    staleTime: 30_000,
  });
}
