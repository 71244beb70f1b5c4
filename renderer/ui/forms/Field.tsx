import { type ReactNode, useId } from "react";
import "./Field.css";

/** The ids that connect a control with its label and hint. */
interface FieldIds {
  id: string;
  "aria-describedby": string | undefined;
}

export interface FieldProps {
  label: string;
  hint?: string | undefined;
  children(ids: FieldIds): ReactNode;
}

/** A control with its label above and a hint below. */
export function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  return (
    <div className="field">
      <label className="fieldLabel" htmlFor={id}>
        {label}
      </label>
      {children({ id, "aria-describedby": hintId })}
      {hint === undefined ? null : (
        <span className="fieldHint" id={hintId}>
          {hint}
        </span>
      )}
    </div>
  );
}
