import { useTranslation } from "react-i18next";
import type { Content } from "../../shared/content/content.ts";
import { useLessonText } from "../learn/useLessonText.ts";
import { ChoiceList } from "../ui/forms/ChoiceList.tsx";
import "./ContentChoices.css";

export interface ContentChoicesProps {
  all: readonly Content[];
  /** The id of the chosen content; empty for an empty cluster. */
  chosen: string;
  onChoose(id: string): void;
}

/** The choice of a new sandbox's content. */
export function ContentChoices({ all, chosen, onChoose }: ContentChoicesProps) {
  const { t } = useTranslation();
  const say = useLessonText();
  const options = [
    { value: "", title: t("content.empty"), text: t("content.emptyText") },
    ...all.map(({ id, title, summary }) => ({ value: id, title: say(title), text: say(summary) })),
  ];
  return (
    <div className="contentChoices">
      <ChoiceList
        label={t("content.beginWith")}
        showsLabel
        value={chosen}
        options={options}
        onChange={onChoose}
        testId="content-choices"
      />
    </div>
  );
}
