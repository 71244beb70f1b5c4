import { type ComponentProps, type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import "./Form.css";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface FormProps extends Omit<ComponentProps<"form">, "onSubmit" | "noValidate"> {
  /** Called when all fields are valid. */
  onSubmit(): void;
}

/** A form that reports missing input itself, instead of the browser, and focuses that field. */
export function Form({ onSubmit, children, ...rest }: FormProps) {
  const { t } = useTranslation();
  const [missing, setMissing] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const invalid = event.currentTarget.querySelector<Field>(":is(input, textarea, select):invalid");
    setMissing(invalid === null ? undefined : nameOf(invalid));
    if (invalid === null) onSubmit();
    else invalid.focus();
  };
  return (
    <form {...rest} noValidate onSubmit={submit} onChange={() => setMissing(undefined)}>
      {children}
      {missing === undefined ? null : (
        <p className="formTrouble" role="alert" data-testid="form-trouble">
          {t("app.checkField", { name: missing })}
        </p>
      )}
    </form>
  );
}

/** The label of a field. */
const nameOf = (field: Field): string => field.labels?.[0]?.textContent?.trim() || (field.ariaLabel ?? field.name);
