import { type ComponentProps, useId } from "react";

/** A labelled text of several lines, in the type of code. */
export function TextArea({ label, hint, ...rest }: ComponentProps<"textarea"> & { label: string; hint?: string }) {
  const id = useId();
  return (
    <div className="field">
      <label className="fieldLabel" htmlFor={id}>
        {label}
      </label>
      <textarea id={id} className="uiInput homeArea mono" spellCheck={false} autoComplete="off" {...rest} />
      {hint === undefined ? null : <span className="fieldHint">{hint}</span>}
    </div>
  );
}
