import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { allContent } from "../../shared/content/allContent.ts";
import { createVocabulary } from "../../shared/vocabulary.ts";
import { countAgain } from "../app/sidebar/kindCounts.ts";
import { useLessonText } from "../learn/useLessonText.ts";
import { useToast } from "../ui/layers/Toast.tsx";
import { CompletedLoads, useContentLoads } from "./contentLoads.ts";

/** What this document has shown already, whatever view it shows now. */
const completed = new CompletedLoads();

/** Shows a message for each load that is completed, whatever view of the console it is mounted in; the sidebar counts again. */
export function useLoadNews(): void {
  const { t } = useTranslation();
  const say = useLessonText();
  const toast = useToast();
  const queries = useQueryClient();
  const loads = useContentLoads();
  useEffect(() => {
    for (const load of loads === undefined ? [] : completed.news(loads)) {
      const content = allContent(createVocabulary()).find(({ id }) => id === load.content);
      countAgain(queries, load.cluster);
      if (content !== undefined) toast(t("content.loaded", { title: say(content.title) }));
    }
  }, [loads, queries, say, t, toast]);
}
