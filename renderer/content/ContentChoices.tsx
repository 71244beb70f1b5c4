import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Content } from "../../shared/content/content.ts";
import { useLessonText } from "../learn/useLessonText.ts";
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
  const name = useId();
  const choices = [
    { id: "", title: t("content.empty"), summary: t("content.emptyText") },
    ...all.map(({ id, title, summary }) => ({ id, title: say(title), summary: say(summary) })),
  ];
  return (
    <fieldset className="contentChoices" data-testid="content-choices">
      <legend>{t("content.beginWith")}</legend>
      {choices.map(({ id, title, summary }) => (
        <label key={id} className="contentChoice">
          <input type="radio" name={name} checked={chosen === id} onChange={() => onChoose(id)} />
          <span>
            <b>{title}</b>
            <span className="muted">{summary}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
