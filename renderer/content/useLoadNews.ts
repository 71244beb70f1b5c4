import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { allContent } from "../../shared/content/allContent.ts";
import { createVocabulary } from "../../shared/vocabulary.ts";
import { paneName } from "../api/pane.ts";
import { refetchCounts } from "../app/sidebar/kindCounts.ts";
import { useLessonText } from "../learn/useLessonText.ts";
import { useToast } from "../ui/layers/Toast.tsx";
import { EndedLoads, useContentLoads } from "./contentLoads.ts";

/** The ends that this document has already shown, in any view. */
const ended = new EndedLoads();

/**
 * Shows a message when a load ends, in whichever view it is mounted, and refreshes the counts of the sidebar. Of two
 * panes, only the left one shows the message.
 */
export function useLoadNews(): void {
  const { t } = useTranslation();
  const say = useLessonText();
  const toast = useToast();
  const queries = useQueryClient();
  const loads = useContentLoads();
  useEffect(() => {
    for (const { cluster, content: id, state, problem } of loads === undefined ? [] : ended.newlyEnded(loads)) {
      refetchCounts(queries, cluster);
      const content = allContent(createVocabulary()).find((each) => each.id === id);
      if (content === undefined || paneName() === "right") continue;
      const title = say(content.title);
      if (state === "complete") toast(t("content.loaded", { title }));
      else toast(t("content.brokeOff", { title, problem }), "bad");
    }
  }, [loads, queries, say, t, toast]);
}
