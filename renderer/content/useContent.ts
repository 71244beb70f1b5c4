import { useMemo, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { allContent } from "../../shared/content/allContent.ts";
import type { Content } from "../../shared/content/content.ts";
import { askCluster } from "../api/askCluster.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { fieldManager } from "../editor/applyRequest.ts";
import { useLessonText } from "../learn/useLessonText.ts";
import { useToast } from "../ui/layers/Toast.tsx";
import { type ContentLoad, contentLoads } from "./contentLoads.ts";

export interface ContentChoice {
  readonly all: readonly Content[];
  /** The running or failed load. */
  readonly load: ContentLoad | undefined;
  start(content: Content): void;
  dismiss(): void;
}

/** Loads content into a cluster, and shows a message when it is complete. */
export function useLoadContent(): (cluster: string, content: Content) => void {
  const { t } = useTranslation();
  const say = useLessonText();
  const toast = useToast();
  return (cluster, content) =>
    void contentLoads.start(cluster, content, askCluster(cluster, fieldManager(cluster))).then((isThere) => {
      if (isThere) toast(t("content.loaded", { title: say(content.title) }));
    });
}

/** The content that the current cluster can be filled with. */
export function useContent(): ContentChoice {
  const loadInto = useLoadContent();
  const { cluster, vocabulary } = useClusterScope();
  const all = useMemo(() => allContent(vocabulary), [vocabulary]);
  const load = useSyncExternalStore(contentLoads.subscribe, () => contentLoads.of(cluster.id));
  return {
    all,
    load,
    start: (content) => loadInto(cluster.id, content),
    dismiss: () => contentLoads.dismiss(cluster.id),
  };
}
