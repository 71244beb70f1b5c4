import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { allContent } from "../../shared/content/allContent.ts";
import { createVocabulary } from "../../shared/vocabulary.ts";
import { paneName } from "../api/pane.ts";
import { countAgain } from "../app/sidebar/kindCounts.ts";
import { useLessonText } from "../learn/useLessonText.ts";
import { useToast } from "../ui/layers/Toast.tsx";
import { EndedLoads, useContentLoads } from "./contentLoads.ts";

/** What this document has shown already, whatever view it shows now. */
const ended = new EndedLoads();

/**
 * Shows a message for each load that ends, whatever view of the console it is mounted in; the sidebar counts again. Of two
 * panes, the left one shows it.
 */
export function useLoadNews(): void {
  const { t } = useTranslation();
  const say = useLessonText();
  const toast = useToast();
  const queries = useQueryClient();
  const loads = useContentLoads();
  useEffect(() => {
    for (const { cluster, content: id, state, problem } of loads === undefined ? [] : ended.news(loads)) {
      countAgain(queries, cluster);
      const content = allContent(createVocabulary()).find((each) => each.id === id);
      if (content === undefined || paneName() === "right") continue;
      const title = say(content.title);
      if (state === "complete") toast(t("content.loaded", { title }));
      else toast(t("content.brokeOff", { title, problem }), "bad");
    }
  }, [loads, queries, say, t, toast]);
}
