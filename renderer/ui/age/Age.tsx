import { useTranslation } from "react-i18next";
import { useSetting } from "../../localSettings/store.ts";
import { AgeText } from "./AgeText.tsx";

/** The time passed since a moment, updated automatically; the exact time is its tooltip. */
export function Age({ since }: { since: number }) {
  const { i18n } = useTranslation();
  const [format] = useSetting("ageFormat");
  return <AgeText since={since} format={format} language={i18n.language} />;
}
