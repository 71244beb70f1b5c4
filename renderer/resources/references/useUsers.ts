import { useQuery } from "@tanstack/react-query";
import { useClusterScope } from "../../app/clusterContext.ts";
import { findUsers, listsOfUsers, type UsedObject } from "./model/findUsers.ts";

/** The objects that refer to an object; disabled for kinds that cannot be referred to. */
export function useUsers(used: UsedObject) {
  const { cluster, types, vocabulary } = useClusterScope();
  const { object, type } = used;
  const isUsed = listsOfUsers(used, { types, vocabulary }).length > 0;
  const search = useQuery({
    // Labels are part of the key, because they determine which selectors match the object.
    queryKey: ["users", cluster.id, type.group, type.resource, object.metadata.uid, object.metadata.labels],
    queryFn: ({ signal }) => findUsers(cluster.id, used, { types, vocabulary }, signal),
    enabled: isUsed,
    staleTime: 5_000,
  });
  return { ...search, isUsed };
}
