import type { ApiObject } from "../../../shared/object.ts";
import type { ListState } from "../../api/lists/listState.ts";
import { useObject } from "../../api/queries.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import type { Revision } from "./objectStore.ts";
import { type Polled, pollState } from "./pollState.ts";
import { useLiveObjects } from "./useLiveObjects.ts";

export interface LiveObject {
  object: ApiObject | undefined;
  /** Whether the object was deleted while displayed; `object` is then its last state. */
  gone: boolean;
  error: unknown;
  /** The state of the watch, or of polling if there is no watch. */
  state: ListState;
  revisions: readonly Revision[];
  retry(): void;
}

const REVISIONS = 100;

/**
 * One object, watched. Requires the permission to list and watch; if the server refuses that, or does not support it,
 * the console polls the object every few seconds.
 */
export function useLiveObject(
  cluster: string,
  type: Pick<ResourceType, "group" | "version" | "resource" | "kind" | "verbs">,
  named: { namespace: string; name: string },
): LiveObject {
  const { group, version, resource, kind } = type;
  const watchable = type.verbs.includes("list") && type.verbs.includes("watch");
  const live = useLiveObjects(
    {
      cluster,
      collection: { group, version, resource, namespace: named.namespace },
      kind,
      fieldSelector: `metadata.name=${named.name}`,
    },
    { enabled: watchable, keepDeleted: true, revisions: REVISIONS },
  );
  const watched = live.objects[0];
  const refused = live.state.phase === "forbidden" || (live.state.phase === "failed" && watched === undefined);
  // If a complete list lacks the object, it does not exist; reading it yields the server's own message.
  const missing = live.state.complete && watched === undefined;
  const polled = !watchable || refused;
  const read = useObject(
    cluster,
    { group, version, resource, namespace: named.namespace, name: named.name },
    { enabled: polled || missing, live: polled },
  );
  if (watched !== undefined && !refused) {
    return {
      object: watched,
      gone: live.gone.has(watched.metadata.uid ?? ""),
      error: null,
      state: live.state,
      revisions: live.revisions,
      retry: live.retry,
    };
  }
  const lost = read.error !== null && "code" in read.error && read.error.code === 404;
  return {
    object: read.data,
    gone: lost && read.data !== undefined,
    error: read.error,
    state: polled ? pollState(polledOf(read), Date.now()) : live.state,
    revisions: live.revisions,
    retry: () => {
      live.retry();
      void read.refetch();
    },
  };
}

const polledOf = (read: ReturnType<typeof useObject>): Polled => ({
  hasData: read.data !== undefined,
  error: read.error,
  readAt: read.dataUpdatedAt,
  failures: read.failureCount,
});
