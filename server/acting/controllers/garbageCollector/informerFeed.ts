import type { GroupResource } from "../../../../shared/object.ts";
import type { ApiClient, ServedResource } from "../../../api/client/apiClient.ts";
import type { Timers } from "../../../ground/timing/timers.ts";
import type { ObjectFeed } from "../../client/objectFeed.ts";
import { keyOf } from "../../informers/objectKey.ts";
import { startReflector } from "../../informers/reflector.ts";

/**
 * A feed from the API itself: one watch per resource. It is used by a collector without access to a server's caches,
 * and for resources of other servers. A resource without a version is followed in its first served version.
 */
export function informerFeed(parts: {
  readonly client: Pick<ApiClient, "list" | "watch" | "resources">;
  readonly timers: Timers;
  onError(error: unknown, resource: string): void;
}): ObjectFeed {
  return {
    follow({ group, resource, version }: GroupResource & { readonly version?: string }, onChange) {
      const isMeant = (row: ServedResource): boolean => row.group === group && row.resource === resource;
      const present = new Map<string, string | undefined>();
      return startReflector({
        client: parts.client,
        ref: { group, resource, version: version ?? parts.client.resources().find(isMeant)?.version ?? "" },
        timers: parts.timers,
        onChange(object, deleted) {
          const key = keyOf(object);
          const { uid } = object.metadata;
          const before = present.get(key);
          // After a gap in the watch, another object of the same name may have replaced one whose deletion was missed.
          if (before !== undefined && before !== uid)
            onChange({ ...object, metadata: { ...object.metadata, uid: before } }, true);
          if (deleted) present.delete(key);
          else present.set(key, uid);
          onChange(object, deleted);
        },
        onError: (error) => parts.onError(error, resource),
      });
    },
  };
}
