import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { resourcePath, withQuery } from "../../../shared/resourcePath.ts";
import { messageOf } from "../../../shared/text/messageOf.ts";
import { splitResource } from "../../access/questions/review.ts";
import { WhyLink } from "../../access/refusals/WhyLink.tsx";
import { request } from "../../api/requests/request.ts";
import { watchUrl } from "../../api/watch/watchSocket.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { listableTypes } from "../../app/sidebar/sidebarGroups.ts";
import { useToast } from "../../ui/layers/Toast.tsx";
import { EventLog } from "./EventLog.tsx";
import { useRawWatch } from "./useRawWatch.ts";
import { WatchForm, type WatchQuery } from "./WatchForm.tsx";

/** The raw events of any list, as they arrive. */
export function WatchPanel() {
  const { t } = useTranslation();
  const toast = useToast();
  const { cluster, types, namespace } = useClusterScope();
  const [params, setParams] = useSearchParams();
  const [query, setQuery] = useState<WatchQuery>(() => ({
    resource: params.get("resource") ?? "configmaps",
    namespace: params.get("namespace") ?? namespace,
    from: params.get("from") === "all" ? "all" : "now",
  }));
  const [url, setUrl] = useState<string | undefined>(undefined);
  const listable = useMemo(() => listableTypes(types), [types]);
  const asked = splitResource(query.resource);
  const type = listable.find((each) => each.resource === asked.resource && each.group === asked.group);
  const watch = useRawWatch(url);
  const start = async (): Promise<void> => {
    if (type === undefined) return;
    setParams(new URLSearchParams({ ...query }), { replace: true });
    const path = resourcePath({ ...type, namespace: type.namespaced ? query.namespace : "" });
    try {
      let resourceVersion = "";
      if (query.from === "now") {
        // A watch without a version starts with all existing objects; a watch from the list's version starts with the
        // next change.
        const { body } = await request<{ metadata?: { resourceVersion?: string } }>(cluster.id, {
          path: withQuery(path, { limit: 1 }),
        });
        resourceVersion = body.metadata?.resourceVersion ?? "";
      }
      const parameters = { ...(resourceVersion === "" ? {} : { resourceVersion }), accept: "application/json" };
      setUrl(watchUrl(location.origin, cluster.id, path, parameters));
    } catch (error) {
      const text = messageOf(error);
      toast(text, "bad", <WhyLink error={error} cluster={cluster.id} />);
    }
  };
  return (
    <>
      <WatchForm
        query={query}
        onChange={(change) => setQuery({ ...query, ...change })}
        types={listable}
        running={watch.phase === "opening" || watch.phase === "open"}
        refusal={types.length > 0 && type === undefined ? t("activity.unknownList") : undefined}
        onStart={() => void start()}
        onStop={() => setUrl(undefined)}
      />
      <EventLog watch={watch} name={query.resource} />
    </>
  );
}
