import { useTranslation } from "react-i18next";
import type { TextVerdict } from "./textVerdict.ts";

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
export function useTextProblem(verdict: TextVerdict | undefined): TextProblem | undefined {
  const { t } = useTranslation();
  if (verdict === undefined || verdict.ok) return undefined;
  switch (verdict.problem) {
    case "documents":
      return { state: t("editor.severalObjects"), reason: t("editor.oneDocument", { count: verdict.count }) };
    case "object":
      return { state: t("editor.withoutObject"), reason: t("editor.noObject") };
    default:
      return { state: t("editor.invalid"), reason: t("editor.invalidText", { message: verdict.message }) };
  }
}
