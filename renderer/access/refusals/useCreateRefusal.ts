import { useNamespaces } from "../../api/queries.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { useOfferedNamespaces } from "../../app/topBar/offeredNamespaces.ts";
import { useRefusal } from "./useRefusal.ts";

/**
 * Why the user may not create objects of a kind, for a tooltip; undefined when they may in one of the namespaces, or
 * while unknown. Where all namespaces are shown, it asks for each known one if the user may not create everywhere.
 *
 * @param namespaces the shown namespaces, separated by commas; empty for all
 */
export function useCreateRefusal(type: ResourceType, namespaces: string): string | undefined {
  const { cluster } = useClusterScope();
  const { data: listed } = useNamespaces(cluster.id);
  const offered = useOfferedNamespaces(cluster);
  const isAnywhere = type.namespaced && namespaces === "";
  const shown = type.namespaced ? namespaces.split(",") : [""];
  const refusal = useRefusal(
    type,
    ["create"],
    shown.map((namespace) => ({ namespace })),
  );
  const isRefused = isAnywhere && refusal !== undefined;
  const known = isRefused ? (listed ?? offered) : [];
  const refusalInEach = useRefusal(
    type,
    ["create"],
    known.map((namespace) => ({ namespace })),
  );
  return known.length > 0 ? refusalInEach : refusal;
}
