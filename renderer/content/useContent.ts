import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ContentLoad } from "../../shared/console/contentLoad.ts";
import { allContent } from "../../shared/content/allContent.ts";
import type { Content } from "../../shared/content/content.ts";
import { useSingleMutation } from "../api/requests/useSingleMutation.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { refetchCounts } from "../app/sidebar/kindCounts.ts";
import { useLessonText } from "../learn/useLessonText.ts";
import { useToast } from "../ui/layers/Toast.tsx";
import { endLoad, LOADS, startLoad, useContentLoads } from "./contentLoads.ts";

/** A load with its resolved content. */
export type ShownLoad = Omit<ContentLoad, "content"> & { readonly content: Content };

export interface ContentChoice {
  readonly all: readonly Content[];
  /** The running or failed load. */
  readonly load: ShownLoad | undefined;
  /** Whether a load is running, failed, or requested. */
  readonly isBusy: boolean;
  start(content: Content): void;
  /** Cancels a running load and shows a message, or dismisses a failed one. */
  end(load: ShownLoad): void;
}

/** Starts loading content into a cluster; shows an error if the host refuses. */
export function useLoadContent() {
  const toast = useToast();
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ cluster, content }: { cluster: string; content: string }) => startLoad(cluster, content),
    onSuccess: () => queries.invalidateQueries({ queryKey: LOADS }),
    onError: (error) => toast(error.message, "bad"),
  });
}

/** The content that can be loaded into the current cluster. */
export function useContent(): ContentChoice {
  const { t } = useTranslation();
  const say = useLessonText();
  const toast = useToast();
  const queries = useQueryClient();
  const { cluster, vocabulary } = useClusterScope();
  const all = useMemo(() => allContent(vocabulary), [vocabulary]);
  const begin = useLoadContent();
  const finish = useSingleMutation({
    mutationFn: ({ id }: ShownLoad) => endLoad(id),
    onSuccess: ({ state }, { content }) => {
      if (state === "running") toast(t("content.cancelled", { title: say(content.title) }));
      refetchCounts(queries, cluster.id);
    },
    onError: (error) => toast(error.message, "bad"),
    onSettled: () => queries.invalidateQueries({ queryKey: LOADS }),
  });
  const held = useContentLoads()?.find((each) => each.cluster === cluster.id && each.state !== "complete");
  const content = all.find(({ id }) => id === held?.content);
  const load = held === undefined || content === undefined ? undefined : { ...held, content };
  return {
    all,
    load,
    isBusy: load !== undefined || begin.isPending,
    start: ({ id }) => begin.mutate({ cluster: cluster.id, content: id }),
    end: finish.mutate,
  };
}
