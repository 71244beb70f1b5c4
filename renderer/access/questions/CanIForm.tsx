import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { QuestionFields } from "./QuestionFields.tsx";
import type { Question } from "./review.ts";
import "./questionForm.css";
import { Form } from "../../ui/forms/Form.tsx";

export interface CanIFormProps {
  question: Question;
  onChange(question: Question): void;
  onSubmit(): void;
  busy: boolean;
  /** Fields before those of the question. */
  children?: ReactNode;
}

/** The form of a question, with its submit button. */
export function CanIForm({ question, onChange, onSubmit, busy, children }: CanIFormProps) {
  const { t } = useTranslation();
  return (
    <Form
      className="canI"
      aria-label={t("access.title")}
      data-testid="can-i-form"
      onSubmit={() => {
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
    </Form>
  );
}
