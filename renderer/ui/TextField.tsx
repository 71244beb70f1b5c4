import { type ComponentProps, useId } from "react";

export interface TextFieldProps extends ComponentProps<"input"> {
  label: string;
  hint?: string;
}

/** A labelled line of text. */
export function TextField({ label, hint, className, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="fieldLabel" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={className === undefined ? "uiInput" : `uiInput ${className}`}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...rest}
      />
      {hint === undefined ? null : (
        <span className="fieldHint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}
