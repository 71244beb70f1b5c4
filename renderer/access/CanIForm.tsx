import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/Button.tsx";
import { QuestionFields } from "./QuestionFields.tsx";
import type { Question } from "./review.ts";
import "./questionForm.css";

export interface CanIFormProps {
  question: Question;
  onChange(question: Question): void;
  onSubmit(): void;
  busy: boolean;
  /** Fields that stand before the question's. */
  children?: ReactNode;
}

/** The question, and what sends it. */
export function CanIForm({ question, onChange, onSubmit, busy, children }: CanIFormProps) {
  const { t } = useTranslation();
  return (
    <form
      className="canI"
      aria-label={t("access.title")}
      data-testid="can-i-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <QuestionFields question={question} onChange={onChange} />
      <div className="canIActions">
        <Button variant="primary" type="submit" disabled={busy} data-testid="can-i-ask">
          {t("access.ask")}
        </Button>
      </div>
    </form>
  );
}
