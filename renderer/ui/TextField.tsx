import type { ComponentProps } from "react";
import { Field } from "./Field.tsx";

export interface TextFieldProps extends ComponentProps<"input"> {
  label: string;
  hint?: string;
}

/** A labelled line of text. */
export function TextField({ label, hint, className, ...rest }: TextFieldProps) {
  const look = className === undefined ? "uiInput" : `uiInput ${className}`;
  return (
    <Field label={label} hint={hint}>
      {(ids) => <input {...ids} className={look} autoComplete="off" spellCheck={false} {...rest} />}
    </Field>
  );
}
