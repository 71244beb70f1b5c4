import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { fieldLabel } from "./fieldLabel.ts";
import type { Say } from "./say.ts";

/** The phrases in the language of the page. */
export function useSay(): Say {
  const { t } = useTranslation();
  return useMemo(() => (phrase, given) => t(`phrases.${phrase}`, given ?? {}), [t]);
}

/** Returns a function that makes a label of a field's name: a word of the page's language, or the API's own words. */
export function useFieldLabel(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => t(`fields.${name}`, { defaultValue: fieldLabel(name) });
}
