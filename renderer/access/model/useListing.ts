import { keepPreviousData, type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { ApiObject } from "../../../shared/object.ts";
import { resourcePath } from "../../../shared/resourcePath.ts";
import { afterEvent, type Listed, type Listing, readListing } from "../../api/lists/listing.ts";
import { request } from "../../api/requests/request.ts";
import { attachSocket, openSocket, watchUrl } from "../../api/watch/watchSocket.ts";

/**
 * Maximum age of the list in milliseconds: it is read again when there is no watch, or in case a watch has died
 * unnoticed.
 */
const REFRESH = 30_000;
/** Milliseconds between the end of a watch and the next read of the list. */
const REOPEN = 3_000;

/**
 * All objects of a kind that the user may read, decoded; a watch keeps them current where the user may read the whole
 * cluster.
 */
export function useListing<T extends { readonly name: string; readonly namespace: string }>(
  cluster: string,
  listed: Listed,
  namespaces: readonly string[],
  decode: (object: ApiObject) => T,
) {
  const queries = useQueryClient();
  const spaces = namespaces.join(",");
  const key = useMemo<QueryKey>(
    () => ["access", cluster, listed.group, listed.resource, spaces],
    [cluster, listed.group, listed.resource, spaces],
  );
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      readListing(
        async (path) =>
          (await request<Awaited<ReturnType<Parameters<typeof readListing>[0]>>>(cluster, { path, signal })).body,
        listed,
        spaces === "" ? [] : spaces.split(","),
        decode,
      ),
    refetchInterval: REFRESH,
    // The old list stays while the namespaces change.
    placeholderData: keepPreviousData,
  });
  const version = query.data?.resourceVersion ?? "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new watch belongs to a new list, not to new closures
  useEffect(() => {
    if (version === "") return;
    const url = watchUrl(location.origin, cluster, resourcePath(listed), { resourceVersion: version });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = (): void => {
      timer ??= setTimeout(() => void queries.invalidateQueries({ queryKey: key }), REOPEN);
    };
    const decodeFrame = (object: unknown) => {
      const one = object as ApiObject;
      return { items: [one], resourceVersion: one.metadata.resourceVersion ?? "" };
    };
    const watch = attachSocket(openSocket(url), decodeFrame, {
      opened: () => undefined,
      event: (event) => {
        if (event.type === "ERROR") return again();
        if (event.type === "BOOKMARK") return;
        for (const object of event.items) {
          queries.setQueryData<Listing<T>>(key, (now) => now && afterEvent(now, event.type, decode(object)));
        }
      },
      closed: again,
    });
    return () => {
      clearTimeout(timer);
      watch.close();
    };
  }, [version, key]);
  return query;
}
