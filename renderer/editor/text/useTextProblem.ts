import { useTranslation } from "react-i18next";
import type { ParsedText } from "../editingText.ts";

/** Why a text cannot be sent. */
export interface TextProblem {
  /** The state of the text, in a few words. */
  state: string;
  /** The reason, as a sentence. */
  reason: string;
  /** Whether the text itself is valid, but the user must do something first. */
  pending?: boolean;
}

/** The problem with the text, in words; undefined when the text contains exactly one object. */
export function useTextProblem(parsed: ParsedText | undefined): TextProblem | undefined {
  const { t } = useTranslation();
  if (parsed === undefined || parsed.ok) return undefined;
  switch (parsed.problem) {
    case "documents":
      return { state: t("editor.severalObjects"), reason: t("editor.oneDocument", { count: parsed.count }) };
    case "object":
      return { state: t("editor.withoutObject"), reason: t("editor.noObject") };
    default:
      return { state: t("editor.invalid"), reason: t("editor.invalidText", { message: parsed.message }) };
  }
}
