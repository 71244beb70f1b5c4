import { useTranslation } from "react-i18next";
import { useFilterText } from "../resources/useFilterText.ts";
import { Icon } from "../ui/Icon.tsx";

/** The filter of a log; Esc empties it, `/` leads to it as in every list. */
export function FilterBox({ value, onChange }: { value: string; onChange(text: string): void }) {
  const { t } = useTranslation();
  const [text, setText] = useFilterText(value, onChange);
  return (
    <div className="filterBox">
      <Icon name="search" size={14} />
      <input
        aria-label={t("activity.filter")}
        placeholder={t("activity.filter")}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setText("");
        }}
        data-testid="filter"
      />
    </div>
  );
}
