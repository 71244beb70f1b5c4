import type { ComponentProps } from "react";
import { Field } from "./Field.tsx";
import { SuggestInput } from "./SuggestInput.tsx";

export interface TextFieldProps extends Omit<ComponentProps<"input">, "list" | "value"> {
  label: string;
  hint?: string;
  value: string;
  /** The suggestions; the user may type anything else. */
  suggestions?: readonly string[] | undefined;
}

/** A labelled line of text. */
export function TextField({ label, hint, className, suggestions, ...rest }: TextFieldProps) {
  const look = className === undefined ? "uiInput" : `uiInput ${className}`;
  const same = { className: look, autoComplete: "off", spellCheck: false, ...rest };
  return (
    <Field label={label} hint={hint}>
      {(ids) =>
        suggestions === undefined ? (
          <input {...ids} {...same} />
        ) : (
          <SuggestInput {...ids} {...same} suggestions={suggestions} />
        )
      }
    </Field>
  );
}
