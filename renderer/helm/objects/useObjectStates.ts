import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiObject } from "../../../shared/object.ts";
import { resourcePath } from "../../../shared/resourcePath.ts";
import { realClock } from "../../api/clock.ts";
import { request } from "../../api/requests/request.ts";
import { whenNotBusy } from "../../api/requests/whenNotBusy.ts";
import { useViewAsText } from "../../api/viewAs.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { compareManifest } from "../model/compareManifest.ts";
import type { Release } from "../model/release.ts";

/** Milliseconds between two comparisons of a small manifest; large ones are compared again only on request. */
const AGAIN = 10_000;
const SMALL = 60;

/** The state of each object of a release in the cluster. */
export function useObjectStates(release: Release) {
  const { cluster, types } = useClusterScope();
  const viewAs = useViewAsText(cluster.id);
  const [progress, setProgress] = useState({ done: 0, total: 0 });
  const { namespace, name, revision, manifest } = release;
  const query = useQuery({
    queryKey: ["helmStanding", cluster.id, viewAs, namespace, name, revision],
    queryFn: ({ signal }) =>
      compareManifest(manifest, {
        namespace,
        types,
        signal,
        onProgress: (done, total) => setProgress({ done, total }),
        read: (locator) =>
          whenNotBusy(
            async () => (await request<ApiObject>(cluster.id, { path: resourcePath(locator), signal })).body,
            realClock,
            signal,
          ),
      }),
    enabled: types.length > 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state: { data } }) => (data !== undefined && data.length <= SMALL ? AGAIN : false),
    refetchOnWindowFocus: false,
  });
  return { ...query, progress };
}
