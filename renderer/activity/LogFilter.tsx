import { useTranslation } from "react-i18next";
import { FilterBox } from "../ui/FilterBox.tsx";
import { useFilterText } from "../ui/useFilterText.ts";

/** The filter of a log, mirrored into the address; `/` leads to it as in every list. */
export function LogFilter({ value, onChange }: { value: string; onChange(text: string): void }) {
  const { t } = useTranslation();
  const [text, setText] = useFilterText(value, onChange);
  return <FilterBox label={t("activity.filter")} value={text} onChange={setText} testId="filter" />;
}
