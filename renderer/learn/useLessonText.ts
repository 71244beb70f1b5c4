import { useTranslation } from "react-i18next";
import type { LessonText } from "../../shared/lessons/lesson.ts";

/** Reads a lesson's texts in the language of the console. */
export function useLessonText(): (text: LessonText) => string {
  const { i18n } = useTranslation();
  return (text) => (i18n.language.startsWith("de") ? text.de : text.en);
}
