import type { ComponentProps } from "react";
import { Field } from "./Field.tsx";

export interface TextAreaProps extends ComponentProps<"textarea"> {
  label: string;
  hint?: string;
}

/** A labelled text of several lines, in the code font. */
export function TextArea({ label, hint, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => <textarea {...ids} className="uiInput textArea mono" autoComplete="off" spellCheck={false} {...rest} />}
    </Field>
  );
}
