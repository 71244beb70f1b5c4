import { useTranslation } from "react-i18next";
import type { ParsedText } from "./editingText.ts";

/** What is wrong with the text, in words; undefined when it holds one object. */
export function useTextProblem(parsed: ParsedText): string | undefined {
  const { t } = useTranslation();
  if (parsed.ok) return undefined;
  switch (parsed.problem) {
    case "documents":
      return t("editor.oneDocument", { count: parsed.count });
    case "object":
      return t("editor.noObject");
    default:
      return `${t("editor.invalid")}: ${parsed.message}`;
  }
}
